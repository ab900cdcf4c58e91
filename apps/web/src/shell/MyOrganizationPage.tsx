import { RequirementsSection } from '../cases/prescriptions/RequirementsForm.tsx'
import { OrganizationPage } from '../people/organizations/OrganizationPage.tsx'

/** The organization's page with the sections of higher wings. */
export function MyOrganizationPage() {
  return <OrganizationPage sections={({ id }) => <RequirementsSection organizationId={id} />} />
}
