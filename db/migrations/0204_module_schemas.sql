-- A schema for each module that is registered but has no tables yet; the runner grants the use of every schema a file creates.

create schema sign;
create schema device;
create schema breeding;
create schema cure;
create schema farm;
create schema traceability;
create schema insurance;
create schema bank;
create schema commerce;
