import { RequirementsSection } from '../cases/prescriptions/RequirementsForm.tsx'
import { OrganizationPage } from '../people/organizations/OrganizationPage.tsx'

/** The page of the user's organization. It adds a section of the wing `cases`, which `people` must not import. */
export function MyOrganizationPage() {
  return <OrganizationPage sections={({ id }) => <RequirementsSection organizationId={id} />} />
}
