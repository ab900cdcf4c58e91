import { type BusinessType, businessTypes } from '@pontic/contract'

/** Ids of the demo's organizations and people, by their keys. */
export type DemoIds = {
  organizations: Record<DemoOrganizationKey, string>
  people: Record<DemoPersonKey, string>
}

/** Password of all demo accounts. It is public, so demo mode listens only on the loopback address by default (rules §15). */
export const demoPassword = 'pontic-demo-26'

/** Key of a demo organization. */
export type DemoOrganizationKey = 'platform' | 'brookside' | 'mingyue' | 'northlight' | 'atelier' | 'dave'

export type DemoOrganization = {
  name: string
  businessType: BusinessType
  address: string
  phone: string
  email: string
  /** HTML of the organization's profile page. */
  about?: string
  terms?: string
  websiteUrl?: string
}

/** The organizations of the demo: two clinics, two laboratories, an individual and the platform. All are invented. */
export const demoOrganizations: Record<DemoOrganizationKey, DemoOrganization> = {
  platform: {
    name: 'Pontic Platform',
    businessType: businessTypes.platform,
    address: '',
    phone: '',
    email: 'root@pontic.example',
  },
  brookside: {
    name: 'Brookside Dental',
    businessType: businessTypes.clinic,
    address: '12 Mill Lane, Bristol BS1 4QT, United Kingdom',
    phone: '+44 117 496 0182',
    email: 'desk@brookside.example',
    about: '<p>A practice of four dentists by the harbour, with a scanner in every room.</p>',
    websiteUrl: 'https://brookside.example',
  },
  mingyue: {
    name: '明月口腔诊所',
    businessType: businessTypes.clinic,
    address: '上海市静安区南京西路 1266 号',
    phone: '+86 21 5550 0134',
    email: 'desk@mingyue.example',
  },
  northlight: {
    name: 'Northlight Dental Lab',
    businessType: businessTypes.lab,
    address: '4 Foundry Yard, Sheffield S3 8EN, United Kingdom',
    phone: '+44 114 496 0155',
    email: 'cases@northlight.example',
    about:
      '<p>Crowns, bridges and implant work in zirconia and e.max, designed and milled in Sheffield since 2004.</p><ul><li>Screw-retained bridges up to full arches</li><li>Shade taken in our own light, by appointment</li></ul>',
    terms:
      '<h3>Delivery</h3><ul><li>Simple cases are delivered within 5 working days.</li><li>Complex cases are delivered within at most 7 working days.</li></ul>',
    websiteUrl: 'https://northlight.example',
  },
  atelier: {
    name: 'Atelier Céramique',
    businessType: businessTypes.lab,
    address: '27 rue des Lilas, 69003 Lyon, France',
    phone: '+33 4 65 71 00 12',
    email: 'cas@atelier.example',
  },
  dave: {
    name: 'Dave Lindqvist',
    businessType: businessTypes.person,
    address: '',
    phone: '',
    email: 'dave@individual.example',
  },
}

export type DemoPersonKey = 'root' | 'olga' | 'alice' | 'amy' | 'lin' | 'bob' | 'ben' | 'carol' | 'dave'

export type DemoPerson = {
  name: string
  email: string
  organization: DemoOrganizationKey
  isAdministrator: boolean
  language: 'en_US' | 'zh_CN'
}

/** The accounts of the demo. */
export const demoPeople: Record<DemoPersonKey, DemoPerson> = {
  alice: person('Dr. Alice Moreau', 'alice@brookside.example', 'brookside', true),
  amy: person('Amy Okafor', 'amy@brookside.example', 'brookside', false),
  lin: person('林悦', 'lin@mingyue.example', 'mingyue', true, 'zh_CN'),
  bob: person('Bob Hartley', 'bob@northlight.example', 'northlight', true),
  ben: person('Ben Adeyemi', 'ben@northlight.example', 'northlight', false),
  carol: person('Carol Fontaine', 'carol@atelier.example', 'atelier', true),
  dave: person('Dave Lindqvist', 'dave@individual.example', 'dave', false),
  root: person('Rosa Platt', 'root@pontic.example', 'platform', true),
  olga: person('Olga Brandt', 'olga@pontic.example', 'platform', false),
}

function person(
  name: string,
  email: string,
  organization: DemoOrganizationKey,
  isAdministrator: boolean,
  language: DemoPerson['language'] = 'en_US',
): DemoPerson {
  return { name, email, organization, isAdministrator, language }
}

/** Partnerships of the demo: clinic, laboratory, and status. The clinic has requested each partnership. */
export const demoPartnerships: readonly [
  DemoOrganizationKey,
  DemoOrganizationKey,
  'partner' | 'requested',
][] = [
  ['brookside', 'northlight', 'partner'],
  ['brookside', 'atelier', 'partner'],
  ['mingyue', 'northlight', 'partner'],
  ['mingyue', 'atelier', 'requested'],
]
