import { ActionIcon, Button } from '@mantine/core'
import {
  type ChosenUnit,
  chosenUnits,
  type MeshFacts,
  type Order,
  type OrderFile,
  sizeUnitOf,
} from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { IconRuler2 } from '../../ui/icons.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { canAddFiles, partyOf } from '../orders/actions/order-actions.ts'
import { useOrderWrite } from '../orders/actions/use-order-write.ts'
import css from './OrderFiles.module.css'

/**
 * Shows the unit of a scan if it was guessed and is not millimetres, or if a user has chosen it. The party that added the scan
 * can choose another unit, unless the file declares one.
 */
export function ScanUnit({ order, file, mesh }: { order: Order; file: OrderFile; mesh: MeshFacts }) {
  const t = useTexts('files.unit')
  const session = useSession()
  const write = useOrderWrite('files.setUnit', { orderId: order.id })
  const isMine = session && partyOf(order, session) === file.party && canAddFiles(order, session)
  const mayChoose = isMine && mesh.unitBy !== 'file' && mesh.unit !== null
  const choose = (unit: ChosenUnit) => void write.send({ body: { fileId: file.id, unit } })
  const guessed = sizeUnitOf(mesh)
  const likely = chosenUnits.find((unit) => unit === guessed && unit !== 'mm')
  const chosen = mesh.unitBy === 'person' ? chosenUnits.find((unit) => unit === mesh.unit) : undefined
  return (
    <>
      {guessed !== 'mm' && <span className={css.warning}>{t('guess', { unit: guessed })}</span>}
      {chosen && <span className="meta">{t('chosen', { unit: chosen })}</span>}
      {mayChoose && likely && (
        <Button variant="default" size="compact-sm" onClick={() => choose(likely)}>
          {t('read', { unit: likely })}
        </Button>
      )}
      {mayChoose && <UnitMenu name={file.name} chosen={chosen} onChoose={choose} />}
    </>
  )
}

function UnitMenu(props: {
  name: string
  chosen: ChosenUnit | undefined
  onChoose: (unit: ChosenUnit) => void
}) {
  const t = useTexts('files.unit')
  const label = t('title', { name: props.name })
  const entries = chosenUnits.map((unit) => ({
    key: unit,
    label: t(`names.${unit}`),
    isChosen: unit === props.chosen,
    onSelect: () => props.onChoose(unit),
  }))
  return (
    <MenuButton label={label} entries={entries}>
      {(button) => (
        <ActionIcon {...button} size={24} aria-label={label}>
          <IconRuler2 size={16} />
        </ActionIcon>
      )}
    </MenuButton>
  )
}
