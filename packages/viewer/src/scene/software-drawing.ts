/** Names of software renderers: Chromium's, Windows', Mesa's. */
const softwareNames = /swiftshader|llvmpipe|softpipe|software|basic render|warp/i

let known: boolean | undefined

/**
 * Whether the browser renders WebGL in software, as without a graphics card or on remote desktops. The result is computed once
 * with a temporary context.
 * @returns false if the browser does not reveal its renderer
 */
export function isDrawnBySoftware(): boolean {
  known ??= askRenderer()
  return known
}

function askRenderer(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return false
  // Some browsers reveal the name only by this extension, others do not have the extension.
  const extension = context.getExtension('WEBGL_debug_renderer_info')
  const name = context.getParameter(extension?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER) as unknown
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return softwareNames.test(String(name))
}
