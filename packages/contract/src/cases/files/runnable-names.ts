/**
 * Extensions of files that run, install, mount or redirect on a double click, whatever their content: programs,
 * scripts, installers, shortcuts, system settings, disk images and add-ins of Windows, macOS and Linux.
 */
export const runnableExtensions: ReadonlySet<string> = new Set(
  `exe com scr pif cpl bat cmd vbs vbe vb js jse mjs wsf wsh wsc ws sct shb shs hta
  ps1 ps1xml ps2 ps2xml psc1 psc2 psm1 psd1 pssc cdxml msh msh1 msh2 mshxml
  msi msp mst msix msixbundle appx appxbundle appinstaller application appref-ms xbap jar jnlp gadget inf ins isp
  lnk url website scf reg desktop library-ms searchconnector-ms search-ms settingcontent-ms theme themepack deskthemepack
  msc diagcab diagcfg diagpkg job rdp webpnp printerexport
  iso img vhd vhdx udf dmg chm hlp xll wll
  command terminal scpt scptd applescript action workflow pkg mpkg appimage apk`.split(/\s+/),
)

// Windows and archivers remove trailing dots and spaces from a name.
const trailingDots = /[\s.]+$/u
const invisibleCharacters = /\p{Cf}/gu

function hasRunnableExtension(name: string): boolean {
  const clean = name.replace(trailingDots, '')
  const dot = clean.lastIndexOf('.')
  return dot >= 0 && runnableExtensions.has(clean.slice(dot + 1).toLowerCase())
}

/**
 * Whether a file with this name runs when somebody opens it. As on Windows, the last extension counts, after trailing dots
 * and spaces, invisible characters, and an alternate stream (`x.bat::$DATA`) are removed.
 */
export function isRunnableName(name: string): boolean {
  const plain = name.normalize('NFKC').replace(invisibleCharacters, '')
  return hasRunnableExtension(plain) || hasRunnableExtension(plain.split(':', 1)[0] ?? '')
}
