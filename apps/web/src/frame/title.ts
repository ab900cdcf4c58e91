let name = ''
let unread = 0

/** Formats the number of unread notifications for the bell and the window's title: `9+` above nine. */
export const countText = (count: number): string => (count > 9 ? '9+' : String(count))

function write(): void {
  document.title = `${unread > 0 ? `(${countText(unread)}) ` : ''}${name} · Pontic`
}

/** Sets the name of the page in the window's title. */
export function setTitleName(shown: string): void {
  name = shown
  write()
}

/** Shows the number of unread notifications in the window's title; 0 removes it. */
export function setTitleCount(count: number): void {
  unread = count
  write()
}
