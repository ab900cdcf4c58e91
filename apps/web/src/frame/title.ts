let name = ''
let unread = 0

/** A number as the bell and the window's title show it. */
export const countText = (count: number): string => (count > 9 ? '9+' : String(count))

function write(): void {
  document.title = `${unread > 0 ? `(${countText(unread)}) ` : ''}${name} · Pontic`
}

/** Names the window by what it shows. */
export function titleWindow(shown: string): void {
  name = shown
  write()
}

/** How much news waits, before the window's name; 0 takes it away. */
export function countInTitle(count: number): void {
  unread = count
  write()
}
