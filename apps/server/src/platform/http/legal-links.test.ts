import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

const addresses = {
  PONTIC_TERMS_URL: 'https://operator.example/{language}/terms',
  PONTIC_IMPRINT_URL: 'https://operator.example/imprint',
  PONTIC_COMMERCE_URL: 'https://operator.example/commerce',
}

test('the page lists the legal pages of the variant whose addresses are configured', async () => {
  const app = await startTestApp(addresses)
  try {
    const links = await (await fetch(`${app.url}/legal-links.json`)).json()
    expect(links).toEqual([
      ['terms', 'https://operator.example/{language}/terms'],
      ['imprint', 'https://operator.example/imprint'],
    ])
  } finally {
    await app.close()
  }
})

test('an address of a legal page that is no web address stops the start', async () => {
  await expect(startTestApp({ PONTIC_TERMS_URL: 'javascript:alert(1)' })).rejects.toThrow(/PONTIC_TERMS_URL/)
})
