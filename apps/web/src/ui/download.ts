import { noteDownload } from '../frame/leaving.ts'

function clickLink(href: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}

/** Starts a download of a path of the portal in the browser's download manager. The server names the file. */
export function startDownload(path: string): void {
  noteDownload()
  // A link without the attribute `download` would count as leaving the page, and stop uploads.
  clickLink(path, '')
}

/** Saves bytes as a file in the browser's download folder. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  clickLink(url, name)
  // The browser needs the URL until it has read the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
