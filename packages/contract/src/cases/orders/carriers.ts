/** A carrier of parcels. `link` is the address of its tracking page, in which `{number}` is replaced by the tracking number. */
export type Carrier = {
  readonly name: string
  readonly link: string
  /** Other names, as laboratories write them. */
  readonly also?: readonly string[]
  /** Numbers that only this carrier uses. */
  readonly numbers?: RegExp
}

/**
 * Returns the pattern of international post numbers of a country: two letters, nine digits and the code of the country
 * (UPU standard S10).
 */
const postOf = (country: string) => new RegExp(`^[A-Z]{2}[0-9]{9}${country}$`)

/**
 * Carriers with a tracking page, first those that serve many countries. A case may name any other carrier; it then has no link.
 */
export const carriers: readonly Carrier[] = [
  {
    name: 'DHL',
    link: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
    also: ['DHL Express', 'DHL Paket'],
    numbers: /^JJ?D[0-9]{14,}$/,
  },
  { name: 'UPS', link: 'https://www.ups.com/track?tracknum={number}', numbers: /^1Z[0-9A-Z]{16}$/ },
  { name: 'FedEx', link: 'https://www.fedex.com/fedextrack/?trknbr={number}', also: ['Federal Express'] },
  { name: 'DPD', link: 'https://tracking.dpd.de/status/en_US/parcel/{number}' },
  { name: 'GLS', link: 'https://gls-group.com/GROUP/en/parcel-tracking?match={number}' },
  {
    name: 'TNT',
    link: 'https://www.tnt.com/express/en_gc/site/shipping-tools/tracking.html?searchType=con&cons={number}',
  },
  {
    name: 'Deutsche Post',
    link: 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode={number}',
    numbers: postOf('DE'),
  },
  {
    name: 'Hermes',
    link: 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#{number}',
  },
  {
    name: 'USPS',
    link: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
    also: ['US Postal Service'],
    numbers: postOf('US'),
  },
  {
    name: 'Royal Mail',
    link: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
    numbers: postOf('GB'),
  },
  { name: 'Parcelforce', link: 'https://www.parcelforce.com/track-trace?trackNumber={number}' },
  {
    name: 'La Poste',
    link: 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
    also: ['Colissimo'],
    numbers: postOf('FR'),
  },
  {
    name: 'Chronopost',
    link: 'https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT={number}',
  },
  {
    name: 'Correos',
    link: 'https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number={number}',
    numbers: postOf('ES'),
  },
  { name: 'SEUR', link: 'https://www.seur.com/livetracking/?segOnlineIdentificador={number}' },
  {
    name: 'Poste Italiane',
    link: 'https://www.poste.it/cerca/index.html#/risultati-spedizioni/{number}',
    numbers: postOf('IT'),
  },
  {
    name: 'BRT',
    link: 'https://vas.brt.it/vas/sped_det_show.hsm?referer=sped_numspe_par.htm&Nspediz={number}',
    also: ['Bartolini'],
  },
  {
    name: 'CTT',
    link: 'https://www.ctt.pt/feapl_2/app/open/objectSearch/objectSearch.jspx?objects={number}',
    numbers: postOf('PT'),
  },
  {
    name: 'ELTA',
    link: 'https://www.elta-courier.gr/search?br={number}',
    also: ['ΕΛΤΑ', 'ELTA Courier'],
    numbers: postOf('GR'),
  },
  { name: 'InPost', link: 'https://inpost.pl/sledzenie-przesylek?number={number}' },
  {
    name: 'Poczta Polska',
    link: 'https://emonitoring.poczta-polska.pl/?numer={number}',
    numbers: postOf('PL'),
  },
  {
    name: 'Česká pošta',
    link: 'https://www.postaonline.cz/trackandtrace/-/zasilka/cislo?parcelNumbers={number}',
    also: ['Ceska posta'],
    numbers: postOf('CZ'),
  },
  { name: 'Packeta', link: 'https://tracking.packeta.com/en/?id={number}', also: ['Zásilkovna'] },
  {
    name: 'Magyar Posta',
    link: 'https://www.posta.hu/nyomkovetes/nyitooldal?searchvalue={number}',
    also: ['MPL'],
    numbers: postOf('HU'),
  },
  { name: 'FAN Courier', link: 'https://www.fancourier.ro/awb-tracking/?tracking={number}' },
  {
    name: 'Yurtiçi Kargo',
    link: 'https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code={number}',
    also: ['Yurtici Kargo'],
  },
  {
    name: 'Nova Poshta',
    link: 'https://novaposhta.ua/tracking/?cargo_number={number}',
    also: ['Нова пошта', 'Новая почта'],
  },
  {
    name: 'Ukrposhta',
    link: 'https://track.ukrposhta.ua/tracking_UA.html?barcode={number}',
    also: ['Укрпошта'],
    numbers: postOf('UA'),
  },
  {
    name: 'Russian Post',
    link: 'https://www.pochta.ru/tracking?barcode={number}',
    also: ['Почта России', 'Pochta'],
    numbers: postOf('RU'),
  },
  { name: 'CDEK', link: 'https://www.cdek.ru/ru/tracking?order_id={number}', also: ['СДЭК'] },
  {
    name: 'SF Express',
    link: 'https://www.sf-express.com/chn/en/waybill/waybill-detail/{number}',
    also: ['顺丰', '顺丰速运', '順豐', '順豐速運'],
    numbers: /^SF[0-9]{12,13}$/,
  },
  {
    name: 'EMS China',
    link: 'https://www.ems.com.cn/queryList?mailNum={number}',
    also: ['China Post', '中国邮政', '邮政EMS'],
    numbers: postOf('CN'),
  },
  {
    name: 'Japan Post',
    link: 'https://trackings.post.japanpost.jp/services/srv/search/direct?searchKind=S004&reqCodeNo1={number}',
    also: ['日本郵便', 'ゆうパック'],
    numbers: postOf('JP'),
  },
  {
    name: 'Yamato',
    link: 'https://jizen.kuronekoyamato.co.jp/jizen/servlet/crjz.b.NQ0010?id={number}',
    also: ['ヤマト運輸', 'クロネコヤマト', 'Kuroneko Yamato'],
  },
  {
    name: 'Sagawa',
    link: 'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo={number}',
    also: ['佐川急便', 'Sagawa Express'],
  },
  {
    name: 'CJ Logistics',
    link: 'https://trace.cjlogistics.com/next/tracking.html?wblNo={number}',
    also: ['CJ대한통운', 'CJ'],
  },
]

// Letters and digits of any script, in lower case.
const keyOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const byKey = new Map(
  carriers.flatMap((carrier) =>
    [carrier.name, ...(carrier.also ?? [])].map((name) => [keyOf(name), carrier] as const),
  ),
)

/**
 * Finds the carrier that a text names, in any case and spacing. Further words may follow the name, as in "UPS Standard".
 * @returns undefined for an unknown carrier
 */
export function findCarrier(text: string): Carrier | undefined {
  const words = text.trim().split(/\s+/)
  for (let count = words.length; count > 0; count--) {
    const found = byKey.get(keyOf(words.slice(0, count).join(' ')))
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the only carrier that uses numbers of this form; undefined if several carriers may. @param number as stored */
export function carrierOfNumber(number: string): Carrier | undefined {
  const found = carriers.filter((carrier) => carrier.numbers?.test(number))
  return found.length === 1 ? found[0] : undefined
}

/**
 * Returns the address of the carrier's page that shows where a parcel is. It contains nothing about the case but the number.
 * @returns undefined without a number, or for an unknown carrier
 */
export function trackingLinkOf(parcel: {
  carrier: string
  expressNumber: string | null
}): string | undefined {
  if (parcel.expressNumber === null) return undefined
  return findCarrier(parcel.carrier)?.link.replace('{number}', encodeURIComponent(parcel.expressNumber))
}
