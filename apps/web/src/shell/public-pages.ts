import type { PublicPath } from '../frame/screens.ts'

/**
 * Functions that import the page component of each public screen. These pages work without the router, so that a visitor
 * without a session loads little code (decision 0055). The build reads this table (`build-pages.ts`).
 */
export const publicPages: Readonly<Record<PublicPath, () => Promise<unknown>>> = {
  '/login': () => import('../people/session/LoginPage.tsx').then((file) => file.LoginPage),
  '/register': () => import('../people/session/RegisterPage.tsx').then((file) => file.RegisterPage),
  '/verifyEmail': () => import('../people/session/VerifyEmailPage.tsx').then((file) => file.VerifyEmailPage),
  '/resetpwd': () => import('../people/session/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage),
  '/invitation': () => import('../people/session/InvitationPage.tsx').then((file) => file.InvitationPage),
  '/modifyEmail': () => import('../people/session/ModifyEmailPage.tsx').then((file) => file.ModifyEmailPage),
  '/undoEmail': () => import('../people/session/UndoEmailPage.tsx').then((file) => file.UndoEmailPage),
  '/revokeKey': () => import('../people/session/RevokeKeyPage.tsx').then((file) => file.RevokeKeyPage),
  '/open/preview3d': () => import('../cases/viewer/OpenPreviewPage.tsx').then((file) => file.OpenPreviewPage),
}

/** Returns whether a path of the address is exactly the path of a public screen. */
export const isPublicPath = (path: string): path is PublicPath => Object.hasOwn(publicPages, path)
