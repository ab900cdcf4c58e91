import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

const preloadAfterMs = 50
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * A link in a row of a list. It works like a `Link` of the router, but a list renders dozens of them. A `Link` computes its address
 * again with each navigation, to know whether it is the current page; this one does not.
 * @param props.to path of the portal
 */
export function RowLink({ to, ...props }: { to: string } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to }).catch(() => undefined)
  return (
    <a
      {...props}
      href={to}
      onClick={(event: MouseEvent) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate({ to })
      }}
      onPointerEnter={() => {
        clearTimeout(waiting)
        waiting = setTimeout(preload, preloadAfterMs)
      }}
      onPointerLeave={() => clearTimeout(waiting)}
      onFocus={preload}
    />
  )
}
