import type { LaunchOptions } from '@playwright/test'

/**
 * How a browser is started for tests.
 * @param executablePath undefined leaves the choice to Playwright
 */
export const launchOf = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // WebGL without a graphics card. Only WebGL: compositing pages with it takes twenty times as long.
    '--use-angle=swiftshader-webgl',
    '--enable-unsafe-swiftshader',
  ],
})
