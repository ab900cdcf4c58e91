/**
 * Code of a value that the clinic leaves to the laboratory. It has a file of its own, because a list of cases needs it without the
 * code lists of prescriptions.
 */
export const byLab = 'by_lab'
