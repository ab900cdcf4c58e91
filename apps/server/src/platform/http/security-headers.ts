import type { Config } from '../../config/config.ts'

// Mantine writes <style> elements and React style attributes, so inline styles are allowed. The viewer's workers come from
// blob: addresses. Nothing is loaded from other origins.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Content security policy of the workers that decompress previews and scans. Unlike a page, they may compile WebAssembly. They
 * may load only scripts of the portal, and connect to nothing.
 */
export const unpackingPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

/**
 * Headers of every response, including refusals and files (threat T53). Static files and downloads replace
 * some of them.
 */
export function securityHeaders(config: Config): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
  }
  if (config.mode === 'production')
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains'
  return headers
}
