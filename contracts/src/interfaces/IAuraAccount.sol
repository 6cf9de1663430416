// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title An account that passkeys and wallets own
/// @notice Each of its keys alone may sign for it. A key is a passkey (the verifier's address, x and y of the P-256 key:
/// 84 bytes) or a wallet's address (20 bytes), as in ERC-7913. The account has no owner and can't be upgraded, and anybody
/// may hand in what a key signed.
///
/// A signature of the account is one byte with the key's length, the key, and the key's own signature. Other contracts
/// take it by ERC-1271, nested as ERC-7739 asks, so one signature counts for this account and that contract only.
interface IAuraAccount {
    /// @param to Whom the account calls.
    /// @param value Wei that go along.
    /// @param data What it calls.
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    /// @notice From now on `key` signs for the account.
    event KeyAdded(bytes32 indexed id, bytes key);
    /// @notice The key with this id signs until `until`, unless a key stops its removal.
    event KeyLeaving(bytes32 indexed id, uint256 until);
    /// @notice The removal of the key was stopped.
    event KeyStays(bytes32 indexed id);

    /// @notice Only the account itself may call this, by `execute`.
    error OnlyByItself();
    /// @notice It has its first key.
    error AlreadySetUp();
    /// @notice It signs already.
    error KeyExists();
    /// @notice Nobody can sign with it: no wallet, or no passkey of this account's verifier.
    error UnusableKey();
    /// @notice It is no key, or it is leaving already.
    error KeyDoesNotStay();
    /// @notice It is no key, or it does not leave, or it has left.
    error KeyDoesNotLeave();
    /// @notice One key has to stay.
    error LastKey();
    /// @notice The calls were good until `deadline`.
    error CallsExpired(uint256 deadline);
    /// @notice The number was used.
    error NonceUsed(uint256 nonce);
    /// @notice The calls are not signed by a key, or for another account, chain, number, deadline or other calls.
    error InvalidSignature();

    /// @notice The contract that checks passkeys, which all accounts are clones of.
    function verifier() external view returns (address);

    /// @notice Whether `key` signs for the account now.
    function isKey(bytes calldata key) external view returns (bool);

    /// @notice Unix time from which the key with this id, its keccak256, no longer signs; the highest number if it stays,
    /// 0 if it never was a key.
    function validUntil(bytes32 id) external view returns (uint256);

    /// @notice Which numbers were used of those whose upper 248 bits are `word`, one bit each.
    function usedNonces(uint256 word) external view returns (uint256 bits);

    /// @notice Gives a new account its first key. Its factory does so in the transaction that makes the account.
    function setUp(bytes calldata key) external;

    /// @notice Makes calls that a key signed, all or none. Anybody may hand them in.
    /// @param nonce A number that no calls of this account have used. Numbers need no order, so nobody who has one key can
    /// keep another from being heard; signing no calls uses one up.
    /// @param deadline Last second, in Unix time, at which the calls may be made.
    /// @param signature Over `Calls(Call[] calls,uint256 nonce,uint256 deadline)Call(address to,uint256 value,bytes data)`
    /// (EIP-712, domain `AuraAccount`, version 1).
    function execute(Call[] calldata calls, uint256 nonce, uint256 deadline, bytes calldata signature) external;

    /// @notice Adds a key at once. Only by the account itself.
    function addKey(bytes calldata key) external;

    /// @notice Begins to remove a key, which signs for 48 more hours. One that stays has to be left. Only by the account
    /// itself.
    function removeKey(bytes32 id) external;

    /// @notice Stops the removal of a key that still signs. Only by the account itself.
    function keepKey(bytes32 id) external;
}
