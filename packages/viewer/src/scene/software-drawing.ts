/** Names of renderers that draw on the processor: Chromium's, Windows', Mesa's. */
const softwareNames = /swiftshader|llvmpipe|softpipe|software|basic render|warp/i

let known: boolean | undefined

/**
 * Whether this machine draws WebGL on its processor (no graphics card, remote desktops). Asked once, of a context of one
 * pixel that is given back at once.
 * @returns false also where the browser does not tell
 */
export function isDrawnBySoftware(): boolean {
  known ??= askRenderer()
  return known
}

function askRenderer(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return false
  // Some browsers tell the name only by the extension, others have dropped it.
  const extension = context.getExtension('WEBGL_debug_renderer_info')
  const name = context.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER) as unknown
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return softwareNames.test(String(name))
}
