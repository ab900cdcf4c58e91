import { apiKeyPrefix, errors } from '@pontic/contract'

/** Title and version of the API. */
export const info = {
  title: 'Pontic API',
  version: '1',
  description: 'The calls of the portal. Guides are at /docs.',
  license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
}

type Tag = { name: string; 'x-displayName': string; description: string }

const groups: Record<string, Record<string, [title: string, description: string]>> = {
  People: {
    session: ['Signing in', 'Tokens, passkeys and signing out.'],
    accounts: ['Accounts', 'The caller’s own account: profile, password, email address, sessions.'],
    captcha: [
      'Captcha',
      'Proof that a person is asking, before calls that reveal whether an address is taken.',
    ],
    twoFactor: ['Two-factor sign-in', 'Authenticator apps, passkeys and recovery codes of the caller.'],
    members: ['Members', 'Members of an organization and registration with it.'],
    invitations: ['Invitations', 'Invitations of members by email.'],
    organizations: ['Organizations', 'The caller’s organization: details, logo, settings.'],
    keys: ['API keys', 'Keys of an organization’s own software.'],
    notifications: ['Notifications', 'Notifications and mail settings of the caller.'],
    push: ['Browser notifications', 'Subscriptions of browsers to notifications.'],
    images: ['Images', 'Portraits, logos and photos of messages.'],
    events: ['Events', 'A stream of changes.'],
  },
  Cases: {
    orders: ['Cases', 'Cases and their steps, from registration to completion.'],
    inbox: ['Case inbox', 'The list from which a laboratory’s software reads its cases.'],
    prescriptions: [
      'Prescriptions',
      'What a case orders; templates, preferences and laboratories’ requirements.',
    ],
    files: ['Files', 'Files of a case: announcing, checking, downloading.'],
    meshes: ['Scans', 'Levels of detail and pictures of scans.'],
    previews: ['Previews', 'Links to the 3D preview of a case.'],
    conversation: ['Conversation', 'Messages and questions of a case.'],
    remakes: ['Remakes', 'Remade work and its causes.'],
    delivery: ['Delivery days', 'A laboratory’s calendar.'],
    views: ['Saved views', 'Views of the list of cases.'],
    dashboard: ['Dashboard', 'Storage and counts.'],
    partners: ['Partners', 'Partnerships between clinics and laboratories.'],
    patients: ['Patients', 'Finding and exporting all data of a patient.'],
    erasures: ['Erasures', 'Erasing a patient’s data.'],
    retention: ['Retention', 'How long finished cases are kept.'],
  },
  Exchange: {
    pushSettings: ['Push settings', 'Deliveries of steps to other software.'],
    pullSettings: ['Pull settings', 'Imports of cases from other software.'],
  },
  Office: {
    workorders: ['Support requests', 'Requests to the platform.'],
    worktypes: ['Types of requests', 'Types of support requests.'],
    operators: ['Operators', 'Platform users who handle support requests.'],
    manage: ['Back office', 'Organizations, users and cases, for the platform’s administrators.'],
    audit: ['Audit log', 'Who did what, and when.'],
    health: ['Health', 'State of the installation.'],
  },
}

/** The tags of the document: one for each feature, in the order of the menu. */
export const tags: Tag[] = Object.values(groups).flatMap((features) =>
  Object.entries(features).map(([name, [title, description]]) => ({
    name,
    'x-displayName': title,
    description,
  })),
)

/** The groups of tags in the menu. */
export const tagGroups = Object.entries(groups).map(([name, features]) => ({
  name,
  tags: Object.keys(features),
}))

const requestId = {
  type: 'string',
  description: 'Id of the request in the server’s log.',
  examples: ['0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'],
}
const message = {
  type: 'string',
  description: 'A sentence for people, in the language of Accept-Language.',
  examples: ['Case not found. Look in the case list.'],
}
const fields = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Messages for fields of the body, by their path: `draft.patientName`.',
}
const code = { type: 'integer', description: 'Number of the error in the catalogue.' }

/** The components that calls share. */
export const components = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The access_token of POST /oauth/token.' },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${apiKeyPrefix}…`,
      description:
        'A key of an organization’s own software, created by its administrator with a choice of permissions. A call needs the one in its x-permission.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Any text that is unique to this write. A repeat within 24 hours gets the first reply, as long as the caller may still read it.',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
    },
  },
  schemas: {
    Success: {
      type: 'object',
      description: 'The envelope of a reply.',
      required: ['code', 'message', 'data'],
      properties: {
        code: { const: 0, description: '0: the call succeeded.' },
        message: { type: 'string', description: 'Always empty.', examples: [''] },
        data: { description: 'The reply itself.' },
      },
    },
    ErrorKey: { enum: Object.keys(errors), description: 'Key of an error in the catalogue.' },
    Failure: {
      type: 'object',
      description: 'Why a call was refused.',
      required: ['code', 'error', 'message', 'requestId'],
      properties: {
        code,
        error: { $ref: '#/components/schemas/ErrorKey' },
        message,
        fields,
        requestId,
      },
    },
    OauthFailure: {
      type: 'object',
      description: 'Why a call of /oauth was refused, in the form of RFC 6749 §5.2.',
      required: ['error', 'error_description', 'code', 'key', 'requestId'],
      properties: {
        error: { type: 'string', description: 'Error code by RFC 6749 §5.2.', examples: ['invalid_grant'] },
        error_description: message,
        code,
        key: { $ref: '#/components/schemas/ErrorKey' },
        fields,
        requestId,
      },
    },
  },
}
