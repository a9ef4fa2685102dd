/** `blocked` by the person's settings of the browser, `off` by the server. */
export type Ability = 'works' | 'missing' | 'blocked' | 'off'

/** What this browser can do at the address of this page. `offline` opens the app without a network. */
export type Abilities = Record<'secure' | 'offline' | 'notifications' | 'encryption', Ability>

const ability = (works: boolean): Ability => (works ? 'works' : 'missing')

const offline = async (): Promise<Ability> => {
  if (!('serviceWorker' in navigator)) return 'missing'
  return (await navigator.serviceWorker.getRegistration('/')) ? 'works' : 'off'
}

const notifications = (publicUrl: string | null): Ability => {
  // On plain http browsers claim that the person has blocked them.
  if (!window.isSecureContext) return 'missing'
  if (!('PushManager' in window && 'Notification' in window)) return 'missing'
  if (Notification.permission === 'denied') return 'blocked'
  return publicUrl?.startsWith('https:') ? 'works' : 'off'
}

/** Browsers offer most of this only in a secure context: at an https address, or on the server itself. */
export const findAbilities = async (publicUrl: string | null): Promise<Abilities> => ({
  secure: ability(window.isSecureContext),
  offline: await offline().catch(() => 'blocked' as const),
  notifications: notifications(publicUrl),
  // Only a secure context has WebCrypto.
  encryption: ability(window.isSecureContext),
})
