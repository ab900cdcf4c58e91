/** Names of software renderers: Chromium's, Windows', Mesa's. */
const softwareNames = /swiftshader|llvmpipe|softpipe|software|basic render|warp/i

let known: boolean | undefined

/**
 * Whether this machine renders WebGL in software (no graphics card, remote desktops). Checked once, with a context of
 * one pixel that is released at once.
 * @returns false also if the browser does not reveal it
 */
export function isDrawnBySoftware(): boolean {
  known ??= askRenderer()
  return known
}

function askRenderer(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return false
  // Some browsers reveal the name only by the extension, others have removed it.
  const extension = context.getExtension('WEBGL_debug_renderer_info')
  const name = context.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER) as unknown
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return softwareNames.test(String(name))
}
