import { useTexts } from '../../../frame/i18n.tsx'
import { InfoDialog } from '../../../ui/Dialog.tsx'
import { useOpener } from '../../../ui/use-opener.ts'
import css from './ListBar.module.css'

const lines = [
  ['move', ['j', 'k']],
  ['arrows', ['↓', '↑']],
  ['open', ['Enter']],
  ['select', ['x']],
  ['search', ['/']],
  ['create', ['n']],
  ['board', ['←', '→']],
  ['help', ['?']],
] as const

const shared = { open: 'do.openCase', search: 'do.search' } as const

/** All keys of the list. */
export function KeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('orders.keys')
  const common = useTexts('common')
  useOpener(isOpen)
  return (
    <InfoDialog isOpen={isOpen} onClose={onClose} title={t('title')}>
      <dl className={css.listKeyLines}>
        {lines.map(([name, keys]) => (
          <div key={name}>
            <dt>{name === 'open' || name === 'search' ? common(shared[name]) : t(name)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </InfoDialog>
  )
}
