import { feature } from '#server/feature/feature.ts'
import { groupsApi } from '../groups.contract.ts'
import { addMembers, create, members, people, remove, removeMember, update } from './groups.service.ts'

/** Groups are stored in the tables of chat, which is the only feature that writes them. */
export const groupsFeature = feature(groupsApi, { create, update, remove, members, addMembers, removeMember, people })
