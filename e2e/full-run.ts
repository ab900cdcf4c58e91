/** Whether this is the full run (`npm run test:long`). */
export const isLong = process.env.PONTIC_TEST_LONG === '1'
