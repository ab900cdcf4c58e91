/** Lets the browser download a path of this portal, with its own progress and its own way to go on after a break. */
export function startDownload(path: string): void {
  const link = document.createElement('a')
  link.href = path
  // A mere visit would count as leaving the page, and stop what is being uploaded.
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}

/** Saves bytes that are here already as a file. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has taken the bytes once it is idle again.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
