import type { LaunchOptions } from '@playwright/test'

/**
 * Returns the options with which tests start Chromium.
 * @param executablePath undefined uses the browser of Playwright
 */
export const launchOf = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // SwiftShader renders only WebGL. Compositing pages without it is twenty times as fast.
    '--use-angle=swiftshader-webgl',
    '--enable-unsafe-swiftshader',
  ],
})
