import { RequirementsSection } from '../cases/prescriptions/RequirementsForm.tsx'
import { OrganizationPage } from '../people/organizations/OrganizationPage.tsx'

/** The page of the user's organization, with the sections of higher wings. */
export function MyOrganizationPage() {
  return <OrganizationPage sections={({ id }) => <RequirementsSection organizationId={id} />} />
}
