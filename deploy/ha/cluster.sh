#!/bin/sh
# PostgreSQL that survives its primary: two nodes under Patroni, three etcd members that decide, HAProxy in front, all on
# this machine's loopback and in one folder. It is for trying it out; docs/running.md says what machines of your own need.
#
#   cluster.sh start FOLDER [PORT]   starts what does not run, waits until both nodes are in step and prints
#                                    DATABASE_URL. PORT: the first of 40 ports
#   cluster.sh stop FOLDER
#   cluster.sh status FOLDER
#   cluster.sh switch FOLDER         makes the other node primary, losing nothing
#   cluster.sh restart FOLDER        restarts PostgreSQL of the primary
#
# AURA_HA_HOSTS are the addresses of the three nodes, which all are 127.0.0.1 by default; AURA_HA_ENTER is a program that gets
# a node's number and a command, and runs that on its host.
# Exits with 3 if a program is not installed.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
SCRIPT=$HERE/$(basename "$0")
PATH=$PATH:/usr/sbin:/usr/local/sbin
FIRST_PORT=17100
WAIT_SECONDS=120

fail() {
  echo "$1" >&2
  exit "${2:-1}"
}

usage() {
  sed -n '5,10s/^# //p' "$SCRIPT" >&2
  exit 2
}

find_postgres() {
  for bin in /usr/lib/postgresql/*/bin "$(pg_config --bindir 2>/dev/null || true)"; do
    [ -x "$bin/pg_rewind" ] && [ -x "$bin/postgres" ] && echo "$bin"
  done | sort -V | tail -n 1
}

assert_installed() {
  missing=
  for program in patroni patronictl etcd haproxy psql; do
    command -v "$program" >/dev/null || missing="$missing $program"
  done
  PG_BIN=$(find_postgres)
  [ -n "$PG_BIN" ] || missing="$missing postgres"
  [ -z "$missing" ] || fail "Not installed:$missing. On Debian: apt-get install --no-install-recommends patroni \
etcd-server etcd-client haproxy postgresql" 3
}

# Patroni before 3.0.3 takes the lock back from its successor when it wakes up, which loses what the successor took, unless
# it speaks etcd's older protocol.
etcd_protocol() {
  version=$(patroni --version | sed 's/[^0-9.]//g')
  [ "$(printf '%s\n3.0.3\n' "$version" | sort -V | head -n 1)" = 3.0.3 ] && echo etcd3 || echo etcd
}

# PRIMARY_PORT, and for node N: PG_PORT, REST_PORT, ETCD_PORT, PEER_PORT.
ports_of() {
  first=$(cat "$FOLDER/first-port")
  PRIMARY_PORT=$first
  PG_PORT=$((first + 10 * $1))
  REST_PORT=$((PG_PORT + 1))
  ETCD_PORT=$((PG_PORT + 2))
  PEER_PORT=$((PG_PORT + 3))
}

host_of() {
  echo "${AURA_HA_HOSTS:-127.0.0.1 127.0.0.1 127.0.0.1}" | cut -d ' ' -f "$1"
}

secret() {
  [ -s "$FOLDER/$1" ] || od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$FOLDER/$1"
  cat "$FOLDER/$1"
}

render() {
  ports_of 1
  pg_1=$PG_PORT rest_1=$REST_PORT
  ports_of 2
  pg_2=$PG_PORT rest_2=$REST_PORT
  ports_of "${2:-1}"
  sed -e "s|@ETCD@|$(etcd_protocol)|g" -e "s|@NODE@|${2:-}|g" -e "s|@FOLDER@|$FOLDER|g" \
    -e "s|@HOST@|$(host_of "${2:-1}")|g" -e "s|@HOST_1@|$(host_of 1)|g" -e "s|@HOST_2@|$(host_of 2)|g" \
    -e "s|@SCRIPT@|$SCRIPT|g" -e "s|@PG_BIN@|$PG_BIN|g" \
    -e "s|@PG_PORT@|$PG_PORT|g" -e "s|@REST_PORT@|$REST_PORT|g" -e "s|@ETCD_PORT@|$ETCD_PORT|g" \
    -e "s|@PG_PORT_1@|$pg_1|g" -e "s|@REST_PORT_1@|$rest_1|g" -e "s|@PG_PORT_2@|$pg_2|g" -e "s|@REST_PORT_2@|$rest_2|g" \
    -e "s|@PRIMARY_PORT@|$PRIMARY_PORT|g" \
    -e "s|@SUPERUSER_PASSWORD@|$(secret superuser-password)|g" \
    -e "s|@REPLICATION_PASSWORD@|$(secret replication-password)|g" "$HERE/$1"
}

# A process id may have been given to another program, which doesn't name the folder.
is_running() {
  pid=$(cat "$FOLDER/run/$1.pid" 2>/dev/null) || return 1
  tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" | grep -qF "$FOLDER/"
}

# run NAME COMMAND...: in the background, unless it runs.
run() {
  name=$1
  shift
  is_running "$name" && return
  setsid nohup "$@" >>"$FOLDER/log/$name" 2>&1 </dev/null &
  echo $! >"$FOLDER/run/$name.pid"
}

# run_on NODE NAME COMMAND...
run_on() {
  node=$1 name=$2
  shift 2
  run "$name" ${AURA_HA_ENTER:+"$AURA_HA_ENTER" "$node"} "$@"
}

end() {
  is_running "$1" || return 0
  kill -CONT "$pid" 2>/dev/null || true
  kill "$pid"
  tries=0
  while is_running "$1"; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || kill -KILL "$pid"
    sleep 0.1
  done
}

start_etcd() {
  members=
  for member in 1 2 3; do
    ports_of "$member"
    members="$members,etcd$member=http://$(host_of "$member"):$PEER_PORT"
  done
  ports_of "$1"
  host=$(host_of "$1")
  protocol=
  [ "$(etcd_protocol)" = etcd3 ] || protocol=--enable-v2
  # The disk of one machine carries three members and two databases, so they may take longer to answer.
  # shellcheck disable=SC2086 # nothing where there is no option
  run_on "$1" "etcd$1" etcd $protocol --name "etcd$1" --data-dir "$FOLDER/etcd$1/data" --logger zap --log-level warn \
    --listen-client-urls "http://$host:$ETCD_PORT" --advertise-client-urls "http://$host:$ETCD_PORT" \
    --listen-peer-urls "http://$host:$PEER_PORT" --initial-advertise-peer-urls "http://$host:$PEER_PORT" \
    --initial-cluster "${members#,}" --initial-cluster-state new --initial-cluster-token "$FOLDER" \
    --heartbeat-interval 250 --election-timeout 2500
}

start_node() {
  start_etcd "$1"
  [ "$1" = 3 ] && return
  mkdir -p "$FOLDER/node$1"
  render patroni.yaml "$1" >"$FOLDER/node$1/patroni.yaml"
  run_on "$1" "patroni$1" patroni "$FOLDER/node$1/patroni.yaml"
}

as_superuser() {
  PGPASSWORD=$(secret superuser-password) PGCONNECT_TIMEOUT=3 \
    psql -X -q -At -h 127.0.0.1 -p "$PRIMARY_PORT" -U postgres -d aura -c "$1" 2>/dev/null
}

start() {
  mkdir -p "$FOLDER" "$FOLDER/run" "$FOLDER/log"
  chmod 700 "$FOLDER"
  [ -s "$FOLDER/first-port" ] || echo "${1:-$FIRST_PORT}" >"$FOLDER/first-port"
  for node in 1 2 3; do start_node "$node"; done
  render haproxy.cfg >"$FOLDER/haproxy.cfg"
  run haproxy haproxy -db -f "$FOLDER/haproxy.cfg"
  tries=0
  until [ "$(as_superuser "select sync_state from pg_stat_replication where sync_state = 'sync'")" = sync ]; do
    tries=$((tries + 1))
    [ "$tries" -lt "$WAIT_SECONDS" ] || fail "The nodes don't replicate after $WAIT_SECONDS s. See $FOLDER/log."
    sleep 1
    # Patroni ends when its etcd has no leader yet; a service manager would start it again.
    for node in 1 2; do start_node "$node"; done
  done
  echo "DATABASE_URL=postgres://aura:$(secret aura-password)@127.0.0.1:$PRIMARY_PORT/aura"
}

[ $# -ge 2 ] || usage
# Processes are told apart by its name, so it always has the same.
FOLDER=$(realpath -m -- "$2")
umask 077

case $1 in
  post-init)
    # Patroni adds the address of the new primary.
    psql -X -q -v ON_ERROR_STOP=1 "$3" -c "create role aura login password '$(secret aura-password)'" \
      -c 'create database aura owner aura'
    ;;
  start)
    assert_installed
    [ "$(id -u)" != 0 ] || fail "PostgreSQL doesn't run as root. Try: runuser -u postgres -- $SCRIPT $*"
    start "${3:-}"
    ;;
  stop)
    for name in haproxy patroni1 patroni2 etcd1 etcd2 etcd3; do end "$name"; done
    ;;
  status)
    patronictl -c "$FOLDER/node1/patroni.yaml" list
    ;;
  switch)
    patronictl -c "$FOLDER/node1/patroni.yaml" switchover --force
    ;;
  restart)
    patronictl -c "$FOLDER/node1/patroni.yaml" restart --role leader --force aura
    ;;
  *) usage ;;
esac
