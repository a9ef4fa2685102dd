/** For other features: with whom someone shares a private conversation, and neither of them blocks the other. */
export { type Partner, privatePartners } from './chat.partners.db.ts'
