import type { Organization, OrganizationUpdate } from '@pontic/contract'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'

/** Returns `save`, which saves settings of the user's organization and shows a notice. It is for settings without a form. */
export function useSave() {
  const common = useTexts('common')
  const { send, isBusy } = useWrite('organizations.update')
  const save = async (
    body: OrganizationUpdate,
    notice: string = common('saved'),
  ): Promise<Organization | undefined> => {
    const organization = await send({ body })
    if (organization) showNotice({ level: 'info', text: notice })
    return organization
  }
  return { save, isBusy }
}
