import { Anchor, Button, Text } from '@mantine/core'
import type { ApiKey } from '@pontic/contract'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { keyList } from './KeyTable.tsx'

const dialogs = {
  create: dialogOf(() => import('./CreateKeyDialog.tsx').then((file) => file.CreateKeyDialog)),
  revoke: dialogOf(() => import('./RevokeKeyDialog.tsx').then((file) => file.RevokeKeyDialog)),
} as const

/** Page with the API keys of the user's organization (decision 0037). Only administrators may open it. */
export function ApiKeysPage() {
  const t = useTexts('apiKeys')
  const screens = useTexts('screens')
  const read = useList(keyList)
  const { press, dialog } = useDialogs<ApiKey, keyof typeof dialogs>(dialogs)
  const create = (
    <Button leftSection={<IconPlus />} onClick={() => press('create')}>
      {t('create.button')}
    </Button>
  )
  return (
    <ListScreen
      list={keyList}
      read={read}
      press={useCallback((apiKey: ApiKey) => press('revoke', apiKey), [press])}
      title={screens('apiKeys')}
      lead={t('lead')}
      actions={read.data && read.data.list.length > 0 && create}
      emptyAction={create}
      dialog={dialog}
    >
      <Text c="dimmed">
        {t('docs')}{' '}
        <Anchor href="/docs#programs" target="_blank" rel="noopener" underline="always">
          {t('docsLink')}
        </Anchor>
      </Text>
    </ListScreen>
  )
}
