import type { User } from '../../users.contract.ts'

/** The form that is open above the panel. */
export type PanelForm = { kind: 'edit' | 'renew' | 'pay'; user: User }

export type ContentProps = { user: User; onOpen: (form: PanelForm) => void; onClose: () => void }
