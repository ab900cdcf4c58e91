/**
 * Minimum wall thickness of materials in millimetres, as a start for the field that the user can change (decision 0067). Axial
 * walls need the least; makers give more for chewing surfaces.
 */
export const leastWallsMm = {
  zirconia: 0.8,
  zirconia_multilayer: 1,
  lithium_disilicate: 1,
  glass_ceramic: 1,
  press_ceramic: 1,
  hybrid_ceramic: 1,
  composite: 1,
  pmma: 1,
  printed_resin: 1,
  pfz: 0.5,
  pfm_cocr: 0.3,
  cocr: 0.3,
  titanium: 0.4,
  gold: 0.5,
} as const

export type WallMaterial = keyof typeof leastWallsMm

export const wallMaterials = Object.keys(leastWallsMm) as WallMaterial[]
