/** Whether this browser offers passkeys here: it has them, the connection is safe, and the portal has a name. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)
