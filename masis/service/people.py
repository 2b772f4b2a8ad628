"""People: who is signed in, who belongs to a workspace as what, and what an administrator sees."""

from datetime import UTC, datetime, timedelta

from masis.domain.audit_log import ActName
from masis.domain.members import (
    HeldWorkspace,
    Invitation,
    KnownPerson,
    Member,
    Profile,
    address_of,
    labels,
    let_in,
    listed_addresses,
)
from masis.domain.person import LOCAL, Caller, Right, Role, person_id
from masis.domain.printable import single_line
from masis.errors import InvalidInput, NotAllowed, NotFound
from masis.service.access import administration, own_workspace
from masis.service.audit_log import note
from masis.service.container import Container
from masis.store import members, tokens
from masis.store.database import Session
from masis.store.members import PersonRow
from masis.store.tables import WorkspaceRow

_LONGEST_NAME = 80


class People:
    """The people of all workspaces."""

    def __init__(self, container: Container) -> None:
        """Work on the container's database and settings."""
        self._container = container

    @property
    def sign_in(self) -> bool:
        """Whether people sign in; else there is one local analyst, and nothing of this shows."""
        return self._container.settings.oidc_metadata_url is not None

    def has_ended(self, begun_seconds: int) -> bool:
        """Whether a sign-in of this Unix time holds no longer."""
        held = timedelta(hours=self._container.settings.session_hours)
        return self._container.clock().timestamp() - begun_seconds > held.total_seconds()

    def find_provider(self) -> None:
        """Raise ``ServiceUnavailable`` while the provider cannot be reached: its page would be blank."""
        from masis.ops.sign_in import find_provider

        find_provider(self._container.settings.oidc_metadata_url or "")

    def prove(self, caller: Caller) -> None:
        """Raise ``NotAllowed`` for somebody who was shut out since they signed in."""
        with self._container.database.read() as session:
            row = session.get(PersonRow, caller.person)
        if row is None or row.shut_out:
            message = "You are not let in here any more. Ask who runs this MASIS."
            raise NotAllowed(message)

    def signed_in(self, profile: Profile, begun_seconds: int = 0) -> Caller:
        """Return the caller a provider vouches for; invitations to their checked address are taken up.

        ``begun_seconds``: when they signed in, as Unix time; every new tab of theirs comes with the same.

        Raises:
            NotAllowed: the person was shut out, or is not one of those who may come in.
        """
        settings, now = self._container.settings, self._container.clock()
        person = person_id(profile.issuer, profile.subject)
        checked = profile.checked or settings.oidc_trust_addresses
        address = profile.address.strip().casefold() if checked else ""
        name = single_line(profile.name)[:_LONGEST_NAME] or address or "Somebody"
        with self._container.database.write() as session:
            row = session.get(PersonRow, person)
            invited = members.invited(session, address) if address else {}
            administrator = bool(address) and address in listed_addresses(settings.administrators)
            known = administrator or bool(invited) or row is not None
            admitted = listed_addresses(settings.oidc_admit)
            if (row is not None and row.shut_out) or (
                admitted and not known and not (address and let_in(address, admitted))
            ):
                message = f"{address or name} is not let in here. Ask who runs this MASIS, or sign in anew."
                raise NotAllowed(message)
            if row is None:
                row = PersonRow(person=person, name="", first_seen=now, shut_out=False, last_seen=now)
                session.add(row)
            caller = Caller(person=person, name=name, administrator=administrator)
            begun = datetime.fromtimestamp(begun_seconds, UTC)
            if begun > row.last_seen or not row.name:
                note(self._container, session, caller, "signed_in", detail=address)
            row.name, row.address, row.last_seen = name, address, max(now, begun)
            session.flush()
            for workspace_id, role in invited.items():
                self._come_in(session, caller, workspace_id, role, address)
        return caller

    def _come_in(self, session: Session, caller: Caller, workspace_id: str, role: Role, address: str) -> None:
        members.hold(session, workspace_id)
        if members.withdraw(session, workspace_id, address):
            if members.role_of(session, workspace_id, caller.person) is None:
                members.put(session, workspace_id, caller.person, role, self._container.clock())
            note(self._container, session, caller, "came_in", workspace_id, detail=f"as {role}")

    def members(self, caller: Caller, workspace_id: str) -> tuple[Member, ...]:
        """Return the people of a workspace, those there longest first, by the names they go by."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            held = members.of_workspace(session, workspace_id)
        named = labels(held)
        return tuple(member.model_copy(update={"name": named[member.person]}) for member in held)

    def assignable(self, caller: Caller, workspace_id: str) -> tuple[str, ...]:
        """Return who a case of the workspace can be given to, by name; nothing where nobody signs in."""
        if not self.sign_in:
            return ()
        held = self.members(caller, workspace_id)
        return tuple(member.name for member in held if Right.DECIDE in member.role.rights)

    def invitations(self, caller: Caller, workspace_id: str) -> tuple[Invitation, ...]:
        """Return who is invited and has not come in yet."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            return members.invitations(session, workspace_id)

    def invite(self, caller: Caller, workspace_id: str, address: str, role: Role) -> bool:
        """Let an address in: at once if its person signed in before, else when they do; True if at once.

        Raises:
            InvalidInput: it is no address, or its person belongs to the workspace already.
        """
        address, now = address_of(address), self._container.clock()
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            members.hold(session, workspace_id)
            known = members.by_address(session, address)
            note(self._container, session, caller, "invited", workspace_id, detail=f"{address} as {role}")
            if known is None:
                invitation = Invitation(address=address, role=role, invited_by=caller.signature, at=now)
                members.invite(session, workspace_id, invitation)
                return False
            if members.role_of(session, workspace_id, known.person) is not None:
                message = f"{address} belongs to this workspace already. Change the role in the list."
                raise InvalidInput(message)
            members.put(session, workspace_id, known.person, role, now)
            return True

    def take_back(self, caller: Caller, workspace_id: str, address: str) -> None:
        """Withdraw an invitation."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            if not members.withdraw(session, workspace_id, address):
                message = "This invitation is gone; its person may have come in. Look at the list again."
                raise NotFound(message)
            note(self._container, session, caller, "took_back_invitation", workspace_id, detail=address)

    def change(self, caller: Caller, workspace_id: str, person: str, role: Role) -> None:
        """Give somebody another role; the last owner stays one."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            self._held(session, workspace_id, person, leaves_owners=role is not Role.OWNER)
            members.put(session, workspace_id, person, role, self._container.clock())
            self._note(session, caller, "changed_role", workspace_id, person, f" to {role}")

    def remove(self, caller: Caller, workspace_id: str, person: str) -> None:
        """End somebody's membership; everybody may end their own, but the last owner stays."""
        right = Right.READ if person == caller.person else Right.MANAGE
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, right)
            self._held(session, workspace_id, person, leaves_owners=True)
            members.remove(session, workspace_id, person)
            self._note(session, caller, "removed_person", workspace_id, person)

    def hand_over(self, caller: Caller, workspace_id: str, person: str) -> None:
        """Make somebody else the owner in the caller's place, who stays on as a reviewer."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.MANAGE)
            self._held(session, workspace_id, person, leaves_owners=False)
            if person == caller.person:
                message = "Choose somebody else to hand the workspace over to."
                raise InvalidInput(message)
            now = self._container.clock()
            members.put(session, workspace_id, person, Role.OWNER, now)
            members.put(session, workspace_id, caller.person, Role.REVIEWER, now)
            self._note(session, caller, "handed_over", workspace_id, person, " is owner")

    def _note(
        self, session: Session, caller: Caller, act: ActName, workspace_id: str, person: str, more: str = ""
    ) -> None:
        named = members.names(session, [person]).get(person, person)
        note(self._container, session, caller, act, workspace_id, person, f"{named}{more}")

    def _held(self, session: Session, workspace_id: str, person: str, *, leaves_owners: bool) -> None:
        """Hold the workspace's members and prove that the person is one and an owner is left."""
        members.hold(session, workspace_id)
        if members.role_of(session, workspace_id, person) is None:
            message = "This person does not belong to the workspace any more. Look at the list again."
            raise NotFound(message)
        if leaves_owners and members.owners(session, workspace_id) == {person}:
            message = "A workspace keeps at least one owner. Make somebody else an owner first."
            raise InvalidInput(message)

    # Administration

    def everybody(self, caller: Caller) -> tuple[KnownPerson, ...]:
        """Return who signed in before."""
        administration(caller)
        with self._container.database.read() as session:
            return members.everybody(session)

    def places(self, caller: Caller) -> tuple[HeldWorkspace, ...]:
        """Return every workspace with how much it holds."""
        administration(caller)
        with self._container.database.read() as session:
            return members.places(session)

    def give_owner(self, caller: Caller, workspace_id: str, address: str) -> None:
        """Give a workspace an owner that has none, or the one analyst of before people signed in."""
        administration(caller)
        address = address_of(address)
        with self._container.database.write() as session:
            if session.get(WorkspaceRow, workspace_id) is None:
                message = "There is no such workspace."
                raise NotFound(message)
            members.hold(session, workspace_id)
            if members.owners(session, workspace_id) - {LOCAL}:
                message = "This workspace has an owner, who alone can let others in."
                raise NotAllowed(message)
            known = members.by_address(session, address)
            if known is None:
                message = f"{address} has not signed in yet. Ask them to, then give them the workspace."
                raise InvalidInput(message)
            members.put(session, workspace_id, known.person, Role.OWNER, self._container.clock())
            if LOCAL in members.owners(session, workspace_id):  # commands on the server go on reaching it
                members.put(session, workspace_id, LOCAL, Role.REVIEWER, self._container.clock())
            note(self._container, session, caller, "gave_owner", workspace_id, known.person, address)

    def shut_out(self, caller: Caller, person: str) -> None:
        """End all that a person may do here: memberships, tokens, signing in. Nobody shuts themselves out.

        A workspace that this leaves without an owner can be given a new one.
        """
        administration(caller)
        if person == caller.person:
            message = "You cannot shut yourself out."
            raise InvalidInput(message)
        with self._container.database.write() as session:
            row = self._known(session, person)
            row.shut_out = True
            members.leave_everywhere(session, person)
            tokens.revoke_all(session, person, self._container.clock())
            note(self._container, session, caller, "shut_out", subject=person, detail=row.name)

    def let_in_again(self, caller: Caller, person: str) -> None:
        """Let somebody sign in again; memberships do not come back by themselves."""
        administration(caller)
        with self._container.database.write() as session:
            row = self._known(session, person)
            row.shut_out = False
            note(self._container, session, caller, "let_in_again", subject=person, detail=row.name)

    def _known(self, session: Session, person: str) -> PersonRow:
        row = session.get(PersonRow, person)
        if row is None:
            message = "Nobody signed in under this id."
            raise NotFound(message)
        return row
