import { makeFirstList, makeNextList, verifyChain } from '../deviceList.ts'
import { agreed, quickDevice } from './chains.ts'

/* Asha’s phone, which adds her laptop; then the phone is lost. */

export const userId = 'asha'
export const [phone, laptop, recovery] = [await quickDevice(), await quickDevice(), await quickDevice()]
export const [newRecovery, tablet, ghost] = [await quickDevice(), await quickDevice(), await quickDevice()]

export const list0 = await makeFirstList({ userId, generation: 1, device: phone, recovery })
export const chain0 = await verifyChain([list0])
export const list1 = await makeNextList(chain0, { by: [phone], added: [await agreed(chain0, laptop)] })
export const chain1 = await verifyChain([list1], chain0)
/** The laptop’s owner revokes the phone, with the code at hand. */
export const list2 = await makeNextList(chain1, { by: [laptop, recovery], revoked: [phone.deviceId] })
export const chain2 = await verifyChain([list2], chain1)
