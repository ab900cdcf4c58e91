import type { Organization } from '@pontic/contract'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'

type Saved = { showFields: (fields: Record<string, string>) => void; forgetDraft: () => void }

/**
 * Saves a part of one's own organization and says so.
 * @param form whose fields the server's messages belong to, and whose draft goes
 * @returns `save` gives the organization as it is now, or undefined when it failed and has been told
 */
export function useSave(call: 'organizations.update' | 'organizations.updateAddress', form?: Saved) {
  const common = useTexts('common')
  const write = useWrite(call, form ? { form } : {})
  const save = async (
    body: Parameters<typeof write.send>[0]['body'],
    told: string = common('saved'),
  ): Promise<Organization | undefined> => {
    const organization = await write.send({ body } as never)
    if (!organization) return undefined
    form?.forgetDraft()
    showNotice({ level: 'info', text: told })
    return organization
  }
  return { save, isBusy: write.isBusy }
}
