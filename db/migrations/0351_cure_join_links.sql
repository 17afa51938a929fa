-- Links by which somebody without an account asks to become a member of a society or one of its experts.
alter table cure.cure_invite drop constraint cure_invite_kind_check;
alter table cure.cure_invite add constraint cure_invite_kind_check
  check (kind in ('roomGuest', 'expertCase', 'expertJoin', 'memberJoin'));
alter table cure.cure_invite alter column consult_id drop not null;
alter table cure.cure_invite add column society_id bigint;
alter table cure.cure_invite add column max_uses int not null default 1 check (max_uses between 1 and 200);
alter table cure.cure_invite add constraint cure_invite_about
  check ((kind in ('roomGuest', 'expertCase')) = (consult_id is not null)
    and (consult_id is null) <> (society_id is null));
alter table cure.cure_invite add constraint cure_invite_society
  foreign key (tenant_no, society_id) references cure.society (tenant_no, id);
create index on cure.cure_invite (tenant_no, society_id) where society_id is not null;

-- Which link an application came by.
alter table cure.member_application add column invite_id bigint;
alter table cure.expert_application add column invite_id bigint;
