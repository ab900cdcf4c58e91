import { type Permission, type RouteName, routes } from '@pontic/contract'
import { type CalledAction, calledActions, callOfAction, reviewedAction } from './reviewed-order-actions.ts'

const orderActionCalls = Object.fromEntries(
  calledActions.map((action) => [callOfAction(action), reviewedAction(action).who]),
) as Record<`orders.${CalledAction}`, string>

type OfficeCall = Exclude<
  Extract<RouteName, `${'manage' | 'health' | 'pushSettings' | 'pullSettings'}.${string}`>,
  'manage.export'
>
const isOfficeCall = (name: string): name is OfficeCall =>
  /^(manage|health|pushSettings|pullSettings)\./.test(name) && name !== 'manage.export'

/** All calls of the back office are for platform administrators only, except its download by ticket. */
const officeCalls = Object.fromEntries(
  Object.keys(routes)
    .filter(isOfficeCall)
    .map((name) => [name, '------a']),
) as Record<OfficeCall, string>

/**
 * Who may make each call, written by hand from the specification (roles and permissions). Tests compare this table with the
 * permission matrix.
 *
 * Each text has a letter for clinic member, clinic administrator, laboratory member, laboratory administrator, individual,
 * operator and platform administrator, in this order. `o`: own; `a`: any; `-`: never (403). `public`: no session required.
 *
 * A new call outside the back office does not compile without a line here: write it from the specification,
 * not from the matrix.
 */
export const reviewedCalls: Readonly<Record<RouteName, string>> = {
  ...orderActionCalls,
  ...officeCalls,
  // Public: signing in, registering, mailed codes, calls with a link or a ticket.
  'session.create': 'public',
  'session.createByQuery': 'public',
  'session.createPasskeyChallenge': 'public',
  'session.revoke': 'public',
  'accounts.checkEmailAvailable': 'public',
  'accounts.sendVerifyEmailAgain': 'public',
  'accounts.verifyEmailByEmailCode': 'public',
  'accounts.sendPwdResetEmail': 'public',
  'accounts.checkPwdResetCode': 'public',
  'accounts.resetPwdByEmailCode': 'public',
  'accounts.modifyEmailByEmailCode': 'public',
  'accounts.readEmailUndo': 'public',
  'accounts.undoEmailChange': 'public',
  'keys.readLink': 'public',
  'keys.revokeByLink': 'public',
  'captcha.create': 'public',
  'captcha.picture': 'public',
  'members.register': 'public',
  'invitations.read': 'public',
  'organizations.register': 'public',
  'organizations.findByName': 'public',
  'organizations.listByName': 'public',
  'patients.export': 'public',
  'orders.export': 'public',
  'files.downloadByTicket': 'public',
  'previews.open': 'public',
  'previews.progress': 'public',
  'previews.events': 'public',
  'previews.unlock': 'public',
  'meshes.openLevel': 'public',
  'meshes.openPicture': 'public',
  'audit.export': 'public',
  'manage.export': 'public',
  // One’s own account, pictures, notifications and events: everybody.
  'accounts.get': 'ooooooo',
  'accounts.listSessions': 'ooooooo',
  'accounts.export': 'ooooooo',
  'twoFactor.get': 'ooooooo',
  'members.standing': 'ooooooo',
  'accounts.setLanguage': 'ooooooo',
  'accounts.update': 'ooooooo',
  'accounts.changePassword': 'ooooooo',
  'accounts.sendResetCode': 'ooooooo',
  'accounts.resetPassword': 'ooooooo',
  'accounts.sendMobileCode': 'ooooooo',
  'accounts.setMobile': 'ooooooo',
  'accounts.removeMobile': 'ooooooo',
  'accounts.sendModifyEmailEmail': 'ooooooo',
  'accounts.endSession': 'ooooooo',
  'accounts.endOtherSessions': 'ooooooo',
  'accounts.close': 'ooooooo',
  'accounts.reauthenticate': 'ooooooo',
  'twoFactor.beginTotp': 'ooooooo',
  'twoFactor.confirmTotp': 'ooooooo',
  'twoFactor.removeTotp': 'ooooooo',
  'twoFactor.beginPasskey': 'ooooooo',
  'twoFactor.confirmPasskey': 'ooooooo',
  'twoFactor.removePasskey': 'ooooooo',
  'twoFactor.makeRecoveryCodes': 'ooooooo',
  'images.create': 'ooooooo',
  'notifications.list': 'ooooooo',
  'notifications.count': 'ooooooo',
  'notifications.markRead': 'ooooooo',
  'push.get': 'ooooooo',
  'push.subscribe': 'ooooooo',
  'push.unsubscribe': 'ooooooo',
  'events.stream': 'ooooooo',
  // The platform’s administrators see pictures of support requests.
  'images.get': 'ooooooa',
  // Members, invitations, partners and API keys: administrators of clinics and laboratories. The platform has other calls.
  'members.list': '-o-o---',
  'members.create': '-o-o---',
  'members.update': '-o-o---',
  'members.disable': '-o-o---',
  'members.enable': '-o-o---',
  'members.approve': '-o-o---',
  'members.refuse': '-o-o---',
  'members.twoFactor': '-o-o---',
  'members.requireTwoFactor': '-o-o---',
  'members.resetTwoFactor': '-o-o---',
  'invitations.create': '-o-o---',
  'invitations.list': '-o-o---',
  'invitations.renew': '-o-o---',
  'invitations.withdraw': '-o-o---',
  'keys.list': '-o-o---',
  'keys.create': '-o-o---',
  'keys.revoke': '-o-o---',
  'partners.search': '-o-o---',
  'partners.apply': '-o-o---',
  'partners.listApplications': '-o-o---',
  'partners.answer': '-o-o---',
  'partners.cancel': '-o-o---',
  'partners.list': '-o-o---',
  'partners.remove': '-o-o---',
  'partners.invite': '-o-o---',
  // Organizations: members read, administrators write. The platform reads all organizations and writes its own.
  'organizations.get': 'oooo--a',
  'partners.profile': 'oooo--a',
  'partners.listOptions': 'oooo--a',
  'prescriptions.getRequirements': 'oooo--a',
  'organizations.update': '-o-o--o',
  'organizations.updateAddress': '-o-o--o',
  'organizations.createWithAccount': '------a',
  // Cases are readable for their parties, for individuals they are shared with, and for the platform.
  'orders.list': 'ooooo-a',
  'orders.get': 'ooooo-a',
  'orders.createExport': 'ooooo-a',
  'files.download': 'ooooo-a',
  'files.createTicket': 'ooooo-a',
  'previews.read': 'ooooo-a',
  'meshes.level': 'ooooo-a',
  'meshes.picture': 'ooooo-a',
  // Actions of clinics on cases.
  'orders.create': 'oo-----',
  'orders.update': 'oo-----',
  'orders.cancelSend': 'oo-----',
  'orders.listDiscarded': 'oo-----',
  'orders.restore': 'oo-----',
  'orders.share': 'oo-----',
  'orders.unshare': 'oo-----',
  'orders.listShares': 'oo-----',
  'orders.createShareLink': 'oo-----',
  'orders.withdrawShareLink': 'oo-----',
  'files.release': 'oo-----',
  'prescriptions.update': 'oo-----',
  'prescriptions.copy': 'oo-----',
  'prescriptions.listTemplates': 'oo-----',
  'prescriptions.saveTemplate': 'oo-----',
  'prescriptions.deleteTemplate': 'oo-----',
  'prescriptions.getPreferences': 'oo-----',
  'prescriptions.savePreferences': 'oo-----',
  // Actions of laboratories on cases.
  'orders.board': '--oo---',
  'inbox.list': '--oo---',
  'inbox.acknowledge': '--oo---',
  // Actions of both parties on cases.
  'files.announce': 'oooo---',
  'files.finish': 'oooo---',
  'files.setRole': 'oooo---',
  'files.setUnit': 'oooo---',
  'files.remove': 'oooo---',
  'previews.createLink': 'oooo---',
  'previews.listLinks': 'oooo---',
  'previews.revokeLink': 'oooo---',
  'conversation.list': 'oooo---',
  'conversation.markRead': 'oooo---',
  'conversation.unread': 'oooo---',
  'conversation.post': 'oooo---',
  'conversation.ask': 'oooo---',
  'conversation.answer': 'oooo---',
  'conversation.withdraw': 'oooo---',
  'remakes.noteCause': 'oooo---',
  'remakes.figures': 'oooo---',
  'views.list': 'oooo---',
  'views.create': 'oooo---',
  'views.update': 'oooo---',
  'views.delete': 'oooo---',
  'delivery.getCalendar': 'oooo---',
  // Delivery rules of a laboratory: its administrators.
  'delivery.updateCalendar': '---o---',
  'prescriptions.setRequirements': '---o---',
  // Accepting a share link to a case: individuals.
  'orders.takeShareLink': '----o--',
  // Patient data: administrators of clinics.
  'patients.search': '-o-----',
  'patients.get': '-o-----',
  'patients.createExport': '-o-----',
  'erasures.create': '-o-----',
  'erasures.list': '-o-----',
  'erasures.undo': '-o-----',
  'retention.get': '-o-----',
  'retention.save': '-o-----',
  // The dashboard: clinics, individuals and the platform. Laboratories see their counts above the list of cases instead.
  'dashboard.stat': 'oo--o-a',
  'dashboard.chart': 'oo--o-a',
  'dashboard.getOrderTypeStatData': 'oo--o-a',
  // The home page: cases in which clinics and laboratories have something to do, and those shared with an individual.
  'dashboard.inbox': 'ooooo--',
  // Figures of a laboratory's production.
  'dashboard.production': '--oo---',
  // Support requests: all people with a session. Only the platform’s administrators assign them.
  'workorders.listTypes': 'ooooooa',
  'workorders.list': 'ooooooa',
  'workorders.get': 'ooooooa',
  'workorders.markRead': 'ooooooa',
  'workorders.create': 'ooooooa',
  'workorders.reply': 'ooooooa',
  'workorders.handle': 'ooooooa',
  'workorders.assign': '------a',
  // The audit log: administrators of clinics and laboratories read the rows about their organization.
  'audit.list': '-o-o--a',
  'audit.actions': '-o-o--a',
  'audit.seals': '-o-o--a',
  'audit.createExport': '-o-o--a',
  // The back office: only the platform’s administrators, not its operators.
  'audit.checkSeals': '------a',
  'retention.getPlatform': '------a',
  'retention.savePlatform': '------a',
  'worktypes.list': '------a',
  'worktypes.create': '------a',
  'worktypes.update': '------a',
  'worktypes.delete': '------a',
  'operators.list': '------a',
  'operators.listOptions': '------a',
  'operators.create': '------a',
  'operators.delete': '------a',
}

/** Permissions that handlers check in addition to the one of their call. */
export const reviewedPermissions = {
  'workorder.process': '-----oa',
  'workorder.organization': '-o-o--o',
  'audit.own': '-o-o---',
} as const satisfies Partial<Record<Permission, string>>
