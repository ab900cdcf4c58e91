import { describe, expect, it } from 'vitest'
import { carrierOfNumber, carriers, findCarrier, trackingLinkOf } from './carriers.ts'

describe('the list of carriers', () => {
  it('has an https address with one place for the number, and each name only once', () => {
    const names = carriers.flatMap(({ name, also = [] }) => [name, ...also])
    expect(new Set(names).size).toBe(names.length)
    for (const { name, link } of carriers) {
      expect([name, link.split('{number}').length]).toEqual([name, 2])
      expect(new URL(link.replace('{number}', '1Z999AA10123456784')).protocol).toBe('https:')
      expect(findCarrier(name)?.name).toBe(name)
      expect(name.length).toBeLessThanOrEqual(40)
    }
  })

  it('finds a carrier in any case and spacing, by another name, and before further words', () => {
    expect(findCarrier('  fed ex ')?.name).toBe('FedEx')
    expect(findCarrier('UPS Standard')?.name).toBe('UPS')
    expect(findCarrier('顺丰速运')?.name).toBe('SF Express')
    expect(findCarrier('DHL-Express')?.name).toBe('DHL')
    expect(findCarrier('Upside couriers')).toBeUndefined()
    expect(findCarrier('our driver')).toBeUndefined()
    expect(findCarrier('')).toBeUndefined()
  })

  it('finds the carrier of numbers that only one carrier uses', () => {
    expect(carrierOfNumber('1Z999AA10123456784')?.name).toBe('UPS')
    expect(carrierOfNumber('RR123456785DE')?.name).toBe('Deutsche Post')
    expect(carrierOfNumber('SF1234567890123')?.name).toBe('SF Express')
    expect(carrierOfNumber('123456789012')).toBeUndefined()
  })
})

describe('the tracking link of a parcel', () => {
  it('leads to the page of the carrier with the number and nothing else of the case', () => {
    const parcel = { carrier: 'UPS', expressNumber: '1Z999AA10123456784', patientName: 'Test Patient' }
    expect(trackingLinkOf(parcel)).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784')
    expect(trackingLinkOf({ carrier: 'DHL', expressNumber: 'A&B#C' })).toContain('tracking-id=A%26B%23C')
  })

  it('does not exist without a number or for an unknown carrier', () => {
    expect(trackingLinkOf({ carrier: 'UPS', expressNumber: null })).toBeUndefined()
    expect(trackingLinkOf({ carrier: 'our driver', expressNumber: '1Z999AA10123456784' })).toBeUndefined()
  })
})
