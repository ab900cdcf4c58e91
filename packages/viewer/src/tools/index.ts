export { type Mark, type MarkEvents, MarkLayer, type MarkPoint } from './mark-layer.ts'
export { PinLayer, type PinMark } from './pin-layer.ts'
export { placeLabels } from './place-labels.ts'
export { SectionOverlay } from './section-overlay.ts'
