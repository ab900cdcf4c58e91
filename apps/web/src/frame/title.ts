let name = ''
let unread = 0

/** The number of unread notifications as text, for the bell and the window's title. */
export const countText = (count: number): string => (count > 9 ? '9+' : String(count))

function write(): void {
  document.title = `${unread > 0 ? `(${countText(unread)}) ` : ''}${name} · Pontic`
}

/** Sets the window's title. */
export function titleWindow(shown: string): void {
  name = shown
  write()
}

/** Shows the number of unread notifications in the window's title; 0 removes it. */
export function countInTitle(count: number): void {
  unread = count
  write()
}
