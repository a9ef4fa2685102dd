import { call } from '#web/api/call.ts'
import { pushApi } from '../push.contract.ts'
import { sentSubscription, subscribeHere, subscriptionHere } from './subscribeHere.ts'

/** Reports the subscription of this browser if it has changed since the session turned on notifications. Needs the permission. */
export const keepSubscribed = async (): Promise<void> => {
  const { availability, endpoint, publicKey } = await call(pushApi.state)
  if (availability !== 'on' || endpoint === null || endpoint === (await subscriptionHere())?.endpoint) return
  const subscription = await subscribeHere(publicKey)
  if (typeof subscription !== 'string') await call(pushApi.subscribe, { body: sentSubscription(subscription) })
}
