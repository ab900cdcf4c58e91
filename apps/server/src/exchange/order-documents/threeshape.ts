import {
  areNeighbours,
  type Connector,
  type DocumentFile,
  type FileRole,
  guessFileRole,
  isTooth,
  type OrderDocument,
  type OrderType,
  orderTypes,
  ownValue,
  Prescription,
  parseTooth,
  type UnmappedValue,
} from '@pontic/contract'
import { assembleFixed } from './assemble-prescription.ts'
import { createDocument, toTimestamp } from './create-document.shared.ts'
import { baseNameOf, documentFile } from './document-files.ts'
import { connectorOf } from './exocad.ts'
import { findWork, type ParsedWork, type WorkCode } from './read-work.ts'
import { refuse } from './refusal.shared.ts'
import { findMaterial, parseShade } from './words.ts'
import { childrenOf, descendantsOf, type XmlElement } from './xml.ts'

/** An item of one of the lists in a 3Shape order. Maps names of properties to their values. */
type Item = Readonly<Record<string, string>>

const worksByClass: Readonly<Record<string, WorkCode>> = {
  teCrown: 'crown',
  teCrownPontic: 'pontic',
  tePontic: 'pontic',
  teCoping: 'coping',
  teAnatomicalCoping: 'coping',
  teInlay: 'inlay',
  teOnlay: 'onlay',
  teVeneer: 'veneer',
  teAbutment: 'abutment',
  teScrewRetained: 'crown',
  teTemporaryCrown: 'provisional',
  tePostAndCore: 'post_core',
  teTelescope: 'telescope',
  teWaxup: 'wax_up',
  teBar: 'bar',
}

/** Values of `CacheToothTypeClass` without fixed work: models, scan bodies, denture teeth and gingiva. */
const classesWithoutWork: readonly string[] = ['teModel', 'teScanBody', 'teArtificialTooth', 'teGingivaFD']

const rolesByScan: Readonly<Record<string, FileRole>> = {
  stPreperation: 'preparation',
  stPreparationIntraOral: 'preparation',
  stAntagonistModel: 'antagonist',
  stAntagonistIntraOral: 'antagonist',
  stOcclusion: 'bite',
  stGingivaMask: 'gingiva',
  stImplantModel: 'scanBody',
}

function itemsOf(root: XmlElement): (kind: string) => Item[] {
  const byKind = new Map<string, Item[]>()
  for (const element of descendantsOf(root)) {
    const kind = /^TDM_Item_(\w+)$/.exec(element.attributes.type ?? '')?.[1]
    if (kind === undefined) continue
    const pairs = childrenOf(element, 'Property').map(
      ({ attributes }) => [attributes.name ?? '', (attributes.value ?? '').trim()] as const,
    )
    byKind.set(kind, [...(byKind.get(kind) ?? []), Object.fromEntries(pairs)])
  }
  return (kind) => byKind.get(kind) ?? []
}

// Properties of an order that become text. `ClientOrderNo` and `ExtOrderID` also fill the number and the source id.
const textProperties = ['Items', 'ClientOrderNo', 'ExtOrderID', 'OrderImportanceID', 'OperatorName']

/**
 * Parses a 3Shape order (formats §3). Its lists refer to each other by ids, and its tooth numbers are Universal.
 * @throws DocumentRefusal fields_missing for a container without an order or an id, fields_wrong for an invalid order
 */
export function parseThreeshape(root: XmlElement): OrderDocument {
  const items = itemsOf(root)
  const order = items('Order')[0] ?? refuse('fields_missing', 'TDM_Item_Order')
  const models = items('ModelElement')
  const unmapped: UnmappedValue[] = textProperties.flatMap((name) =>
    order[name] ? [{ field: name, value: order[name] }] : [],
  )
  const works = parseWorks(items('ToothElement'), models, order.CacheColor ?? '', unmapped)
  const connectors = parseLinks(items('LinkToothElement'), items('ToothElement'))
  const typed = works.length > 0 ? assembleFixed({ works, connectors }, '') : prescriptionByModels(models)
  const first = order.Patient_FirstName ?? ''
  return createDocument({
    source: {
      system: '3shape',
      id: order.IntOrderID || order.NumOrderID || (order.ExtOrderID ?? ''),
      version: root.attributes.version ?? '',
    },
    number: order.ExtOrderID || order.ClientOrderNo || '',
    type: typed.type,
    patient: {
      name: [first, order.Patient_LastName ?? ''].filter(Boolean).join(' '),
      code: order.Patient_RefNo ?? '',
    },
    doctor: order.Customer ?? '',
    lab: order.ManufName ?? '',
    scanDate: toDay(order.CacheMaxScanDate),
    deliveryOn: models.map((one) => toDay(one.DeliveryDate)).find((day) => day !== null) ?? null,
    otherRequirements: order.OrderComments ?? '',
    prescription: typed.prescription,
    morePrescriptions: typed.morePrescriptions,
    files: filesOf(items('Scan'), models),
    unmapped: [...unmapped, ...typed.unmapped],
  })
}

function toDay(text: string | undefined): string | null {
  const seconds = Number(text ?? '')
  return seconds > 0 ? (toTimestamp(seconds * 1000)?.slice(0, 10) ?? null) : null
}

function parseWorks(
  teeth: readonly Item[],
  models: readonly Item[],
  caseShade: string,
  unmapped: UnmappedValue[],
): ParsedWork[] {
  const works: ParsedWork[] = []
  for (const item of teeth) {
    const kind = item.CacheToothTypeClass ?? ''
    const tooth = parseTooth(item.ToothNumber ?? '', 'universal')
    if (tooth === undefined || classesWithoutWork.includes(kind)) {
      if (kind !== '' && tooth === undefined)
        unmapped.push({ field: 'ToothElement', value: `${item.ToothNumber ?? ''} ${kind}` })
      continue
    }
    const model = models.find(({ ModelElementID }) => ModelElementID === item.ModelElementID)
    const materialName = model?.CacheMaterialName ?? ''
    const material = findMaterial(materialName) ?? null
    const { shade, unmatched } = parseShade({ body: model?.CacheColor || caseShade })
    const texts = [...(material === null ? [materialName] : []), ...unmatched].filter((text) => text !== '')
    unmapped.push(...texts.map((value) => ({ field: `tooth ${tooth}`, value })))
    const isOnImplant = kind === 'teAbutment' || kind === 'teScrewRetained' || hasAbutmentKit(item)
    works.push({
      tooth,
      work: ownValue(worksByClass, kind) ?? findWork(kind.replace(/^te/, '')),
      material,
      shade,
      isOnImplant,
      abutment: null,
      retention: kind === 'teScrewRetained' ? 'screw' : null,
      note: '',
      words: kind.replace(/^te/, ''),
    })
  }
  return markTeethOnImplants(works)
}

const hasAbutmentKit = ({ AbutmentKitID = '' }: Item) => AbutmentKitID !== '' && AbutmentKitID !== '0'

/** Marks all works of a tooth as works on an implant if one of them is marked. */
const markTeethOnImplants = (works: readonly ParsedWork[]): ParsedWork[] =>
  works.map((one) => ({
    ...one,
    isOnImplant: works.some(({ tooth, isOnImplant }) => tooth === one.tooth && isOnImplant),
  }))

/** Parses links between teeth as connectors. Ignores links of teeth that are not neighbours. */
function parseLinks(links: readonly Item[], teeth: readonly Item[]): Connector[] {
  const byLink = new Map<string, string[]>()
  for (const { LinkID = '', ToothElementID = '' } of links)
    byLink.set(LinkID, [...(byLink.get(LinkID) ?? []), ToothElementID])
  const found = [...byLink.values()].flatMap((ids): Connector[] => {
    const [one, other] = ids
      .map((id) => teeth.find(({ ToothElementID }) => ToothElementID === id)?.ToothNumber ?? '')
      .map((number) => parseTooth(number, 'universal') ?? '')
      .filter((tooth) => isTooth(tooth))
    return one && other && areNeighbours(one, other) ? [connectorOf(one, other)] : []
  })
  return found.filter(
    ({ from, to }, at) => found.findIndex((one) => one.from === from && one.to === to) === at,
  )
}

type Typed = {
  type: OrderType
  prescription: Prescription | null
  morePrescriptions: Prescription[]
  unmapped: UnmappedValue[]
}

const prescriptionByModelType: Readonly<Record<string, () => Pick<Typed, 'type' | 'prescription'>>> = {
  meSplint: () => ({ type: 1, prescription: Prescription.parse({ type: 1, appliance: 'splint' }) }),
  meOrthoAppliance: () => ({ type: 1, prescription: null }),
  meDenture: () => ({ type: 7, prescription: null }),
  meTray: () => ({ type: 7, prescription: Prescription.parse({ type: 7, stage: 'special_tray' }) }),
  meSurgicalGuide: () => ({ type: 2, prescription: null }),
}

/** Derives the type and prescription of an order without works on teeth from its model elements. */
function prescriptionByModels(models: readonly Item[]): Typed {
  const kinds = models.map(({ ModelElementType = '' }) => ModelElementType)
  const typed = kinds
    .map((kind) => ownValue(prescriptionByModelType, kind)?.())
    .find((one) => one !== undefined)
  const unmapped = kinds
    .filter((kind) => kind !== '')
    .map((kind) => ({ field: 'ModelElementType', value: kind }))
  return { type: orderTypes.restoration, prescription: null, morePrescriptions: [], ...typed, unmapped }
}

function filesOf(scans: readonly Item[], models: readonly Item[]): DocumentFile[] {
  const scanned = scans.flatMap(({ FileName = '', ScanType = '' }) => {
    const name = baseNameOf(FileName)
    return documentFile(name, ownValue(rolesByScan, ScanType) ?? guessFileRole(name))
  })
  const designed = models.flatMap(({ ModelFilename = '' }) =>
    documentFile(baseNameOf(ModelFilename), 'design'),
  )
  return [...scanned, ...designed]
}
