import { Outlet } from '@tanstack/react-router'

/** Around a public page: nothing but its main part. The page brings its own frame. */
export function BareLayout() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  )
}
