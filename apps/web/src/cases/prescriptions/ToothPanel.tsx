import { Button, Stack } from '@mantine/core'
import {
  blankShade,
  hasShade,
  implantMaterials,
  implantWorks,
  materials,
  orderTypes,
  type Shade,
  shadeGuides,
  type Tooth,
  works,
} from '@pontic/contract'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import {
  type FixedItem,
  type ItemPatch,
  patchItems,
  removeWork,
  secondWorks,
  setWork,
  worksOfTooth,
} from './edit-fixed.ts'
import type { FixedPrescription } from './facts.ts'
import { CodeSelect, NoteField } from './fields.tsx'
import { type CommonImplant, ImplantFields } from './ImplantFields.tsx'
import css from './PrescriptionForm.module.css'
import { QuickChoices } from './QuickChoices.tsx'
import { type CommonShade, ShadeFields } from './ShadeFields.tsx'
import { usePrescriptionWords } from './words.ts'

/** Number of works that have buttons; the lists of works begin with the frequent ones. */
const quickWorks = 5
/** Materials that have buttons. */
const quickMaterials = ['zirconia_multilayer', 'zirconia', 'lithium_disilicate', 'pfm_cocr', 'pmma'] as const

type PanelProps = {
  value: FixedPrescription
  teeth: readonly Tooth[]
  onChange: (next: FixedPrescription) => void
  errors: Readonly<Record<string, string>>
}

/** Edits the works of the selected teeth with material, shade and implant. An edit applies to all selected teeth. */
export function ToothPanel(props: PanelProps) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const { value, teeth } = props
  const [isSecondOpen, setSecondOpen] = useState(false)
  const firsts = teeth.map((tooth) => worksOfTooth(value, tooth)[0])
  const [first] = firsts
  const hasSecond = teeth.some((tooth) => worksOfTooth(value, tooth).length > 1)
  const all = worksOf(value)
  const seconds = first && firsts.every((one) => one?.work === first.work) ? secondWorks(all, first.work) : []
  return (
    <Stack component="section" gap={16} aria-label={words.teeth(teeth)}>
      <h3 className={clsx(css.panelTitle, 'figures')}>{words.teeth(teeth)}</h3>
      <WorkFields {...props} workIndex={0} works={all} />
      {(hasSecond || isSecondOpen) && <WorkFields {...props} workIndex={1} works={seconds} />}
      {!hasSecond && !isSecondOpen && seconds.length > 0 && (
        <Button
          className={css.start}
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => setSecondOpen(true)}
        >
          {t('secondWork')}
        </Button>
      )}
    </Stack>
  )
}

const worksOf = ({ type }: FixedPrescription): readonly string[] =>
  type === orderTypes.implant ? implantWorks : works

const materialsOf = ({ type }: FixedPrescription) =>
  type === orderTypes.implant ? implantMaterials : materials

/** Returns the value that all items have in common; undefined if their values differ or there are no items. */
function common<Item, Value>(items: readonly Item[], read: (item: Item) => Value): Value | undefined {
  const [first, ...rest] = items
  if (first === undefined) return undefined
  const value = read(first)
  return rest.every((item) => Object.is(read(item), value)) ? value : undefined
}

function WorkFields(props: PanelProps & { workIndex: 0 | 1; works: readonly string[] }) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const { value, teeth, workIndex, onChange } = props
  const items = teeth.flatMap((tooth) => worksOfTooth(value, tooth)[workIndex] ?? [])
  const all: readonly FixedItem[] = value.items
  const errorOf = (name: string) => {
    const texts = items.map((item) => props.errors[`items.${all.indexOf(item)}.${name}`])
    return texts.find((text) => text !== undefined)
  }
  const patch = (change: ItemPatch) => onChange(patchItems(value, teeth, workIndex, change))
  const work =
    items.length === 0 ? null : items.length < teeth.length ? undefined : common(items, (item) => item.work)
  return (
    <Stack gap={16} className={css.work} data-work={workIndex}>
      {workIndex === 0 && (
        <QuickChoices
          label={words.field('work')}
          options={props.works.slice(0, quickWorks).map((code) => ({ value: code, label: words.work(code) }))}
          value={work}
          onChange={(code) => onChange(setWork(value, teeth, code, workIndex))}
        />
      )}
      {workIndex === 0 && items.length > 0 && (
        <QuickChoices
          label={words.field('material')}
          options={quickMaterials.map((code) => ({ value: code, label: words.material(code) }))}
          value={common(items, (item) => item.material)}
          onChange={(material) => patch({ material })}
        />
      )}
      <div className={css.grid}>
        <CodeSelect
          name="work"
          label={workIndex === 0 ? words.field('work') : t('secondWork')}
          value={work}
          isRequired={workIndex === 0}
          error={errorOf('work')}
          options={props.works.map((code) => ({ value: code, label: words.work(code) }))}
          onChange={(code) =>
            onChange(
              code === null ? removeWork(value, teeth, workIndex) : setWork(value, teeth, code, workIndex),
            )
          }
        />
        {items.length > 0 && (
          <CodeSelect
            name="material"
            value={common(items, (item) => item.material)}
            error={errorOf('material')}
            options={materialsOf(value).map((code) => ({ value: code, label: words.material(code) }))}
            onChange={(material) => patch({ material })}
          />
        )}
      </div>
      {items.length > 0 && <ItemFields {...props} items={items} errorOf={errorOf} patch={patch} />}
    </Stack>
  )
}

function ItemFields(
  props: PanelProps & {
    workIndex: 0 | 1
    items: readonly FixedItem[]
    errorOf: (name: string) => string | undefined
    patch: (change: ItemPatch) => void
  },
) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const { value, teeth, workIndex, items, errorOf, patch } = props
  const isImplant = value.type === orderTypes.implant
  const setShade = (change: Partial<Shade>) =>
    props.onChange(
      items.reduce(
        (now, item) => patchItems(now, [item.tooth], workIndex, { shade: { ...item.shade, ...change } }),
        value,
      ),
    )
  return (
    <>
      {items.some(hasShade) && (
        <QuickChoices
          label={words.field('body')}
          options={shadeGuides.vita_classical.map((code) => ({ value: code, label: code }))}
          value={common(items, (item) => item.shade.body)}
          onChange={(body) => setShade({ guide: 'vita_classical', body, ...otherZones(items) })}
        />
      )}
      {items.some(hasShade) && (
        <ShadeFields
          value={commonShade(items)}
          onChange={setShade}
          errors={{ body: errorOf('shade.body'), stump: errorOf('shade.stump') }}
          hasStump={!isImplant && items.some(({ work }) => work !== 'pontic')}
        />
      )}
      {isImplant && workIndex === 0 && items.some(({ work }) => work !== 'pontic') && (
        <ImplantFields value={commonImplant(items)} onChange={patch} errorOf={errorOf} />
      )}
      <NoteField
        label={t('fields.note')}
        rows={[1, 4]}
        maxLength={300}
        value={common(items, (item) => item.note) ?? ''}
        onChange={(text) => patch({ note: text.replaceAll('\n', ' ') })}
        error={errorOf('note')}
      />
      <Button
        className={css.start}
        variant="subtle"
        color="red"
        size="xs"
        leftSection={<IconTrash size={16} />}
        onClick={() => props.onChange(removeWork(value, teeth, workIndex))}
      >
        {t('removeWork')}
      </Button>
    </>
  )
}

// All zones use the same guide, so a new guide clears the other zones.
const otherZones = (items: readonly FixedItem[]): Partial<Shade> =>
  items.every(({ shade }) => shade.guide === 'vita_classical') ? {} : { cervical: null, incisal: null }

function commonShade(items: readonly FixedItem[]): CommonShade {
  const names = Object.keys(blankShade) as (keyof Shade)[]
  return Object.fromEntries(
    names.map((name) => [name, common(items, (item) => item.shade[name])]),
  ) as CommonShade
}

function commonImplant(items: readonly FixedItem[]): CommonImplant {
  const implants = items.filter((item) => 'maker' in item)
  const names = Object.keys(implants[0] ?? {}) as (keyof (typeof implants)[number])[]
  return Object.fromEntries(
    names.map((name) => [name, common(implants, (item) => item[name])]),
  ) as CommonImplant
}
