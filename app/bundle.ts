/**
 * What the command line knows of the bundle by itself: where the host is not installed, neither is the library of its
 * schemas. A test holds these to `config/schema`.
 */

/** The package; its rows are named below it. */
export const BUNDLE = 'dsh-ask-anywhere'

/** Names under which the host keeps the secrets, unless the row says otherwise. */
export const REFS = { appSecretRef: 'FEISHU_APP_SECRET', encryptKeyRef: 'FEISHU_ENCRYPT_KEY', verificationTokenRef: 'FEISHU_VERIFICATION_TOKEN' } as const
export type RefField = keyof typeof REFS

/** What is kept, and up to how many bytes, unless the row says otherwise. */
export const JOURNAL = { journal: 'full', journalBytes: 4_000_000 } as const

/** Where the webhook listens unless the row says otherwise. */
export const WEBHOOK = { host: '127.0.0.1', port: 8790, path: '/feishu/webhook' } as const
