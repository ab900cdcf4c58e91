import { Color, DoubleSide, MeshStandardMaterial } from 'three'

/** Drawing modes: `natural` colours, or `matte` stone with emphasized edges and hollows. */
export type SceneMode = 'natural' | 'matte'

/** All modes in the order of the toolbar. */
export const sceneModes: readonly SceneMode[] = ['natural', 'matte']

/** Tint of hollows: a weak grey, which nobody mistakes for a stain on the tooth. */
const hollowColor = new Color('#8f8a84')
/** Tint of hollows in matte mode. It can be dark, because this mode shows no tooth colour. */
const matteHollowColor = new Color('#34373d')
const matteColor = new Color('#c3c2bd')
/** Factor on the scan's own colours, because a surface that half faces the lights is darker than its colour. */
const ownColorGain = 1.25

/** The material of one scan. */
export type ScanMaterial = {
  readonly material: MeshStandardMaterial
  /** Sets mode and colours. @param ownColors whether to draw the scan's own colours, which the matte mode ignores */
  setLook: (mode: SceneMode, ownColors: boolean) => void
  /** Draws the colours of the attribute `heat` over the surface, or not. */
  showHeat: (isShown: boolean) => void
}

const vertexHead = 'attribute vec4 tone;\nattribute vec4 heat;\nvarying vec4 vTone;\nvarying vec4 vHeat;\n'
const fragmentHead = `varying vec4 vTone;
varying vec4 vHeat;
uniform float heatShare;
uniform float ownShare;
uniform float edgeShare;
uniform vec3 hollow;
`
// GLSL: replaces the tint by the scan's own colour, then darkens hollows, then adds the colours of a tool.
const colorPart = `
vec3 ownColor = mix(vTone.rgb / 12.92, pow((vTone.rgb + 0.055) / 1.055, vec3(2.4)), step(0.04045, vTone.rgb));
diffuseColor.rgb = mix(diffuseColor.rgb, ownColor * ${ownColorGain.toFixed(2)}, ownShare);
diffuseColor.rgb *= mix(hollow, vec3(1.0), mix(vTone.a, vTone.a * vTone.a, edgeShare));
vec3 heatColor = mix(vHeat.rgb / 12.92, pow((vHeat.rgb + 0.055) / 1.055, vec3(2.4)), step(0.04045, vHeat.rgb));
diffuseColor.rgb = mix(diffuseColor.rgb, heatColor, vHeat.a * heatShare);
`
// GLSL: emphasizes pixels whose surface turns away from the camera or bends sharply: outlines, margins, cusps.
const edgePart = `
float facing = abs(dot(normal, normalize(vViewPosition)));
float bend = length(fwidth(normal));
float edge = max(1.0 - smoothstep(0.12, 0.5, facing), 0.75 * smoothstep(0.16, 0.6, bend));
outgoingLight *= 1.0 - 0.62 * edge * edgeShare;
#include <opaque_fragment>
`

/**
 * Creates the material of a scan. Its shader reads colours and hollows from the attribute `DrawnScan.tones`, so that changing
 * mode or colours changes only uniforms.
 * @param tint CSS colour of the role
 */
export function createScanMaterial(tint: string, isFaceted: boolean): ScanMaterial {
  const material = new MeshStandardMaterial({
    color: tint,
    roughness: 0.4,
    metalness: 0,
    side: DoubleSide,
    flatShading: isFaceted,
  })
  // Draws both sides in one pass, because the depth pass hides all but the nearest surface.
  material.forceSinglePass = true
  const uniforms = {
    ownShare: { value: 0 },
    heatShare: { value: 0 },
    edgeShare: { value: 0 },
    hollow: { value: hollowColor },
  }
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms)
    shader.vertexShader =
      vertexHead +
      shader.vertexShader.replace(
        '#include <begin_vertex>',
        '#include <begin_vertex>\nvTone = tone;\nvHeat = heat;',
      )
    shader.fragmentShader =
      fragmentHead +
      shader.fragmentShader
        .replace('#include <color_fragment>', colorPart)
        .replace('#include <opaque_fragment>', edgePart)
  }
  return {
    material,
    showHeat: (isShown) => {
      uniforms.heatShare.value = isShown ? 1 : 0
    },
    setLook(mode, ownColors) {
      const isMatte = mode === 'matte'
      material.color.set(isMatte ? matteColor : tint)
      material.roughness = isMatte ? 0.95 : 0.4
      uniforms.ownShare.value = ownColors && !isMatte ? 1 : 0
      uniforms.edgeShare.value = isMatte ? 1 : 0
      uniforms.hollow.value = isMatte ? matteHollowColor : hollowColor
    },
  }
}
