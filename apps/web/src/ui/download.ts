/** Starts a download of a path of this portal in the browser's download manager. */
export function startDownload(path: string): void {
  const link = document.createElement('a')
  link.href = path
  // Without `download` the click would count as leaving the page, and stop uploads.
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/** Saves bytes as a file. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser needs the URL until it has read the bytes.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
