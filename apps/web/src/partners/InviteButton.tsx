import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../i18n.tsx'

const InviteDialog = lazy(() => import('./InviteDialog.tsx').then((file) => ({ default: file.InviteDialog })))

/** Opens the invitation of a clinic or laboratory that is not on Pontic yet. */
export function InviteButton() {
  const t = useTexts('partners.invite')
  const [press, setPress] = useState(0)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserPlus size={18} stroke={1.75} />}
        onClick={() => {
          setPress((last) => last + 1)
          setOpen(true)
        }}
      >
        {t('button')}
      </Button>
      {press > 0 && (
        <Suspense>
          <InviteDialog key={press} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
